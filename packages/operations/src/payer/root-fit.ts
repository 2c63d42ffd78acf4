import type { LoadedSession } from '@parley/db';
import { type Charge, isSameCharge } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import type { Terms } from './terms.ts';

/** Whether an object takes what is asked for, and what to do where it does not. */
export type RootFit =
  /** It does; under provider_finalized, for this charge. */
  | { readonly kind: 'fits'; readonly charge: Charge }
  /** It can be given the current charge. */
  | { readonly kind: 'change' }
  /** It shows or charges another cart, and has to be closed and replaced. */
  | { readonly kind: 'replace' }
  /** Only the merchant's server can say what is right. */
  | { readonly kind: 'wait' };

interface Facts {
  readonly loaded: LoadedSession;
  readonly root: ProviderRoot;
  readonly terms: Terms | null;
  /** The charge of the cart the object was made or confirmed for. */
  readonly madeFor: Charge;
  /** Whether the page can create an object for the current cart. */
  readonly sellable: boolean;
}

/** Pure. The charge the page shows has to be the one the provider takes. */
export function rootFit(facts: Facts): RootFit {
  const { attempt } = facts.loaded;
  return attempt.integrationPath === 'payment_intent' ? intentFit(facts) : saleFit(facts);
}

/** A payment intent is an amount and nothing else, so it can always be given another. */
function intentFit({ loaded, root, madeFor }: Facts): RootFit {
  const { session, attempt } = loaded;
  const charge: Charge = { amountMinor: session.amountMinor, currency: session.currency };
  if (root.charge && isSameCharge(root.charge, charge)) return { kind: 'fits', charge };
  if (attempt.pricingMode === 'fixed') return { kind: 'change' };
  const confirmed =
    attempt.confirmedCartVersion === session.cartVersion &&
    attempt.confirmedAmountMinor === root.charge?.amountMinor &&
    attempt.confirmedCurrency === root.charge?.currency;
  if (confirmed && root.charge) return { kind: 'fits', charge: root.charge };
  // What was added to the merchandise, only who added it can reckon anew.
  return root.charge && isSameCharge(root.charge, madeFor) ? { kind: 'change' } : { kind: 'wait' };
}

/** A checkout session or subscription shows lines that cannot be changed. */
function saleFit({ loaded, root, terms, sellable }: Facts): RootFit {
  const { session, attempt } = loaded;
  const { confirmedCartVersion: confirmedFor, providerRootObjectId: attachedId } = attempt;
  // Not attached, it was created just now, for the cart of the reservation.
  const madeFor = attachedId === null ? attempt.reservedCartVersion : confirmedFor;
  if (madeFor !== null && madeFor !== session.cartVersion) {
    return { kind: sellable ? 'replace' : 'wait' };
  }
  const charge: Charge = { amountMinor: session.amountMinor, currency: session.currency };
  if (!root.charge || root.charge.currency !== charge.currency) return { kind: 'wait' };
  const finalized = attempt.pricingMode === 'provider_finalized';
  const merchandise = attempt.merchandiseSubtotalMinor ?? charge.amountMinor;
  const right = finalized
    ? root.merchandiseSubtotalMinor === merchandise
    : root.charge.amountMinor === charge.amountMinor;
  if (right) return { kind: 'fits', charge: finalized ? root.charge : charge };
  const asked = finalized ? merchandise : charge.amountMinor;
  return beginsLater(root, terms, asked) ? { kind: 'fits', charge } : { kind: 'wait' };
}

/** Nothing is due before a trial has ended, and what then recurs is what was asked for. */
function beginsLater(root: ProviderRoot, terms: Terms | null, asked: number): boolean {
  if (root.charge?.amountMinor !== 0 || !terms) return false;
  const recurs = terms.recurring.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  return recurs === asked;
}
