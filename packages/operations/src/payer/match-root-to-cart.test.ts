import type { LoadedSession } from '@parley/db';
import type { ProviderRoot } from '@parley/provider';
import { describe, expect, it } from 'vitest';
import { getRoot } from '../../test/root.ts';
import { matchRootToCart } from './match-root-to-cart.ts';

const eur = (amountMinor: number) => ({ amountMinor, currency: 'eur' });

/** A checkout session that waits for its payer. */
const waiting: ProviderRoot = {
  ...getRoot('cs_1', { kind: 'awaiting_payment', decline: null }),
  type: 'checkout.session',
  merchandiseSubtotalMinor: 4200,
};

interface Case {
  readonly attempt?: object;
  readonly root?: Partial<ProviderRoot>;
  readonly createdFor?: number;
  readonly replaceable?: boolean;
  readonly recurring?: number;
}

/** Matches an object with cart version 2 of 42.00. */
function match({ attempt, root, createdFor = 4200, replaceable = true, recurring }: Case) {
  const loaded = {
    session: { amountMinor: 4200, currency: 'eur', cartVersion: 2 },
    attempt: {
      integrationPath: 'checkout_session',
      pricingMode: 'fixed',
      merchandiseSubtotalMinor: null,
      providerRootObjectId: 'cs_1',
      reservedCartVersion: 2,
      confirmedCartVersion: 2,
      confirmedAmountMinor: 4200,
      confirmedCurrency: 'eur',
      ...attempt,
    },
  } as unknown as LoadedSession;
  const terms =
    recurring === undefined
      ? null
      : {
          due_now_minor: 0,
          trial_days: 14,
          trial_end: null,
          recurring: [{ amount_minor: recurring, interval: 'month', interval_count: 1 }],
        };
  return matchRootToCart({
    loaded,
    root: { ...waiting, ...root },
    terms,
    createdFor: eur(createdFor),
    replaceable,
  });
}

const finalized = { pricingMode: 'provider_finalized' };
const intent = { integrationPath: 'payment_intent' };

describe('an object with line items', () => {
  it('matches when it takes the requested charge', () => {
    expect(match({})).toEqual({ kind: 'matches', charge: eur(4200) });
  });

  it.each<[string, Case, string]>([
    ['when its cart was replaced', { attempt: { confirmedCartVersion: 1 } }, 'replace'],
    [
      'when its cart was replaced and only the merchant can create another',
      { attempt: { confirmedCartVersion: 1 }, replaceable: false },
      'wait',
    ],
    [
      'when it was just created for a reserved cart that was replaced',
      { attempt: { providerRootObjectId: null, reservedCartVersion: 1 } },
      'replace',
    ],
    ['with another amount', { root: { charge: eur(4300) } }, 'wait'],
    ['with another currency', { root: { charge: { amountMinor: 4200, currency: 'usd' } } }, 'wait'],
    ['without a known charge', { root: { charge: null } }, 'wait'],
    ['with a trial of another amount', { root: { charge: eur(0) }, recurring: 4300 }, 'wait'],
    [
      'with a first payment before its trial',
      { root: { charge: eur(1) }, recurring: 4200 },
      'wait',
    ],
    ['with a zero amount and no trial', { root: { charge: eur(0) } }, 'wait'],
  ])('does not match %s', (_, given, kind) => {
    expect(match(given).kind).toBe(kind);
  });

  it.each<[string, object]>([
    ['was confirmed for it', { reservedCartVersion: 1 }],
    ['is attached but not confirmed', { reservedCartVersion: 1, confirmedCartVersion: null }],
    ['was just created for it', { providerRootObjectId: null, confirmedCartVersion: 1 }],
  ])('matches a cart when it %s', (_, attempt) => {
    expect(match({ attempt }).kind).toBe('matches');
  });

  it('matches with a trial of the requested amount', () => {
    const result = match({ root: { charge: eur(0) }, recurring: 4200 });
    expect(result).toEqual({ kind: 'matches', charge: eur(4200) });
  });

  it('matches with a trial of the merchandise under provider_finalized pricing', () => {
    const attempt = { ...finalized, merchandiseSubtotalMinor: 4100 };
    const root = { charge: eur(0), merchandiseSubtotalMinor: 0 };
    expect(match({ attempt, root, recurring: 4100 }).kind).toBe('matches');
    expect(match({ attempt, root, recurring: 4200 }).kind).toBe('wait');
  });

  it('matches with added taxes only when the merchandise subtotal matches', () => {
    const taxed = { charge: eur(4998), merchandiseSubtotalMinor: 4200 };
    expect(match({ attempt: finalized, root: taxed })).toEqual({
      kind: 'matches',
      charge: eur(4998),
    });
    const other = { ...taxed, merchandiseSubtotalMinor: 4100 };
    expect(match({ attempt: finalized, root: other }).kind).toBe('wait');
    const agreed = { ...finalized, merchandiseSubtotalMinor: 4100 };
    expect(match({ attempt: agreed, root: other }).kind).toBe('matches');
  });
});

describe('a payment intent', () => {
  it('is replaced when it takes another charge', () => {
    expect(match({ attempt: intent, root: { charge: eur(4000) } }).kind).toBe('replace');
    const given = { attempt: intent, root: { charge: eur(4000) }, replaceable: false };
    expect(match(given).kind).toBe('wait');
  });

  it('matches a total that the merchant has confirmed', () => {
    const attempt = { ...intent, ...finalized, confirmedAmountMinor: 4998 };
    const result = match({ attempt, root: { charge: eur(4998) } });
    expect(result).toEqual({ kind: 'matches', charge: eur(4998) });
  });

  it.each<[string, object, ProviderRoot['charge']]>([
    ['another total', {}, eur(4999)],
    ['another currency', { confirmedCurrency: 'usd' }, eur(4998)],
    ['another cart', { confirmedCartVersion: 1 }, eur(4998)],
    ['an unknown total', {}, null],
  ])('waits for the merchant when the merchant confirmed %s', (_, change, charge) => {
    const attempt = { ...intent, ...finalized, confirmedAmountMinor: 4998, ...change };
    expect(match({ attempt, root: { charge } }).kind).toBe('wait');
  });

  it('is not replaced when something was added to the previous cart’s charge', () => {
    const attempt = { ...intent, ...finalized, confirmedCartVersion: 1 };
    expect(match({ attempt, createdFor: 4000, root: { charge: eur(4760) } }).kind).toBe('wait');
    expect(match({ attempt, createdFor: 4000, root: { charge: eur(4000) } }).kind).toBe('replace');
  });
});
