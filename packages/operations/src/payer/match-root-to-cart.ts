import type { LoadedSession } from '@parley/db';
import { isSameMoney, type Money } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import type { Terms } from './payment-terms.ts';

/** Whether a root object takes the current charge, and what to do when it does not. */
export type RootMatch =
  /** It takes the current charge; under provider_finalized pricing, this one. */
  | { readonly kind: 'matches'; readonly charge: Money }
  /**
   * It belongs to another cart or takes another amount: close it and create another one. Its secret may be in
   * another tab, whose payer would agree to one amount and pay another if the object were updated.
   */
  | { readonly kind: 'replace' }
  /** Only the merchant's own server can decide. */
  | { readonly kind: 'wait' };

interface Facts {
  readonly loaded: LoadedSession;
  readonly root: ProviderRoot;
  readonly terms: Terms | null;
  /** The charge of the cart that the object was created or confirmed for. */
  readonly createdFor: Money;
  /** Whether the payer page can create an object for the current cart. */
  readonly replaceable: boolean;
}

/** Pure. The payer page must show exactly the charge that the provider takes. */
export function matchRootToCart(facts: Facts): RootMatch {
  const { attempt } = facts.loaded;
  return attempt.integrationPath === 'payment_intent' ? matchIntent(facts) : matchLineItems(facts);
}

function matchIntent({ loaded, root, createdFor, replaceable }: Facts): RootMatch {
  const { session, attempt } = loaded;
  const charge: Money = { amountMinor: session.amountMinor, currency: session.currency };
  const shown = root.charge;
  if (shown && isSameMoney(shown, charge)) return { kind: 'matches', charge };
  const replaced = { kind: replaceable ? 'replace' : 'wait' } as const;
  if (attempt.pricingMode === 'fixed') return replaced;
  if (!shown) return { kind: 'wait' };
  const confirmed =
    attempt.confirmedCartVersion === session.cartVersion &&
    attempt.confirmedAmountMinor === shown.amountMinor &&
    attempt.confirmedCurrency === shown.currency;
  if (confirmed) return { kind: 'matches', charge: shown };
  // Only the merchant can recalculate what was added to the merchandise of the previous cart.
  return isSameMoney(shown, createdFor) ? replaced : { kind: 'wait' };
}

function matchLineItems({ loaded, root, terms, replaceable }: Facts): RootMatch {
  const { session, attempt } = loaded;
  // An object that is not attached yet was just created for the reserved cart.
  const cartVersion =
    attempt.providerRootObjectId === null
      ? attempt.reservedCartVersion
      : attempt.confirmedCartVersion;
  if (cartVersion !== null && cartVersion !== session.cartVersion) {
    return { kind: replaceable ? 'replace' : 'wait' };
  }
  const charge: Money = { amountMinor: session.amountMinor, currency: session.currency };
  const shown = root.charge;
  if (shown?.currency !== charge.currency) return { kind: 'wait' };
  const finalized = attempt.pricingMode === 'provider_finalized';
  const merchandise = attempt.merchandiseSubtotalMinor ?? charge.amountMinor;
  const matches = finalized
    ? root.merchandiseSubtotalMinor === merchandise
    : shown.amountMinor === charge.amountMinor;
  if (matches) return { kind: 'matches', charge: finalized ? shown : charge };
  const expected = finalized ? merchandise : charge.amountMinor;
  const isTrial = shown.amountMinor === 0 && terms !== null && recurringTotal(terms) === expected;
  return isTrial ? { kind: 'matches', charge } : { kind: 'wait' };
}

/** What recurs, in minor units. */
const recurringTotal = ({ recurring }: Terms): number =>
  recurring.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
