import fc from 'fast-check';
import type { ObjectKind, ProviderStatus } from './provider-objects.ts';
import type { Resolution } from './request.ts';
import { MINIMUM } from './state.ts';

/** An abstract action. `resolve` turns it into a request with values of the current state. */
export type Action =
  | { readonly do: 'handoff' | 'open' | 'provisioned' | 'provisioning_failed' }
  | { readonly do: Alone }
  | { readonly do: 'resolve'; readonly resolution: Resolution }
  | {
      readonly do: 'cart';
      readonly amount: number;
      readonly current: boolean;
      readonly usd: boolean;
    }
  | {
      readonly do: 'reserve';
      readonly fingerprint: 'a' | 'b';
      readonly subtotal: number | null;
    }
  | {
      readonly do: 'attach';
      /** One that names the attempt, the one before, an attempt of another session, or none. */
      readonly object: 'own' | 'other' | 'earlier' | 'another_session' | 'no_metadata';
      readonly current: boolean;
      readonly evidence: 'c' | 'd' | null;
    }
  | {
      readonly do: 'confirm';
      readonly current: boolean;
      readonly cart: boolean;
      readonly charge: boolean;
      readonly evidence: 'c' | 'd';
    }
  | { readonly do: 'supersede'; readonly current: boolean }
  | {
      readonly do: 'provider';
      /** The root object, or an object that names the attempt and may be none of ours. */
      readonly object: 'root' | 'own' | 'other' | 'extra' | 'subscription';
      /** Of the attempt before the current one. */
      readonly superseded: boolean;
      readonly status: ProviderStatus;
      readonly exact: boolean;
      readonly silent: boolean;
    }
  | {
      readonly do: 'refund' | 'dispute';
      readonly last: boolean;
      readonly whole: boolean;
      readonly silent: boolean;
    }
  | {
      readonly do: 'foreign';
      readonly object: ObjectKind;
      readonly status: ProviderStatus;
      readonly refund: boolean;
    };

/** Actions of several steps, which run without others. */
type Alone = 'deadline' | 'cancel' | 'check' | 'free_cart' | 'refused_cart' | 'keys_expire';

const mostly = fc.oneof(
  { arbitrary: fc.constant(true), weight: 7 },
  { arbitrary: fc.constant(false), weight: 1 },
);
const seldom = mostly.map((is) => !is);
const evidence: fc.Arbitrary<'c' | 'd'> = fc.constantFrom('c', 'd');

/** Amounts of a charge that the provider can take, in minor units. */
export const amounts: fc.Arbitrary<number> = fc.oneof(
  { arbitrary: fc.integer({ min: MINIMUM, max: 5_000 }), weight: 4 },
  { arbitrary: fc.constant(0), weight: 1 },
);
const amountsBelowMinimum = fc.integer({ min: 1, max: MINIMUM - 1 });

const merchant: fc.WeightedArbitrary<Action>[] = [
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('handoff' as const, 'open' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('provisioned' as const, 'provisioning_failed' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      resolution: fc.constantFrom<Resolution>('accept', 'refunded', 'refunded_elsewhere'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cart' as const),
      amount: fc.oneof(
        { arbitrary: amounts, weight: 7 },
        { arbitrary: amountsBelowMinimum, weight: 1 },
      ),
      current: mostly,
      usd: seldom,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      fingerprint: mostly.map((first) => (first ? ('a' as const) : ('b' as const))),
      subtotal: fc.constantFrom(null, null, 0, 1_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('attach' as const),
      object: fc.oneof(
        { weight: 7, arbitrary: fc.constant('own' as const) },
        { weight: 1, arbitrary: fc.constantFrom('other' as const, 'earlier' as const) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('another_session' as const, 'no_metadata' as const),
        },
      ),
      current: mostly,
      evidence: fc.option(evidence, { nil: null }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('confirm' as const),
      current: mostly,
      cart: mostly,
      charge: mostly,
      evidence,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('supersede' as const), current: mostly }),
  },
];

const provider = (silent: fc.Arbitrary<boolean>): fc.WeightedArbitrary<Action>[] => [
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('provider' as const),
      object: fc.oneof(
        { weight: 7, arbitrary: fc.constant('root' as const) },
        { weight: 2, arbitrary: fc.constant('own' as const) },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            'other' as const,
            'extra' as const,
            'subscription' as const,
            'subscription' as const,
          ),
        },
      ),
      superseded: seldom,
      status: fc.constantFrom<ProviderStatus>(
        'waiting',
        'declined',
        'requires_action',
        'processing',
        'processing',
        'succeeded',
        'succeeded',
        'free',
        'trialing',
        'billed',
        'failed',
        'failed',
        'canceled',
        'canceled',
      ),
      exact: mostly,
      silent,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'refund' as const, 'dispute' as const),
      last: fc.boolean(),
      whole: fc.boolean(),
      silent,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('foreign' as const),
      object: fc.constantFrom<ObjectKind>('payment_intent', 'checkout.session', 'subscription'),
      status: fc.constantFrom<ProviderStatus>('waiting', 'processing', 'succeeded', 'trialing'),
      refund: fc.boolean(),
    }),
  },
];

/** One action, or several that run at once; the provider is one of the clients, at most once. */
export const step: fc.Arbitrary<readonly Action[]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .oneof(...merchant, ...provider(seldom), {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constantFrom<Alone>(
            'deadline',
            'cancel',
            'check',
            'free_cart',
            'refused_cart',
            'keys_expire',
          ),
        }),
      })
      .map((action) => [action]),
  },
  { weight: 2, arbitrary: fc.array(fc.oneof(...merchant), { minLength: 2, maxLength: 3 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.oneof(...provider(fc.constant(false))),
        fc.array(fc.oneof(...merchant), { minLength: 1, maxLength: 2 }),
      )
      .map(([fact, others]) => [fact, ...others]),
  },
);
