import fc from 'fast-check';
import { hex } from '../api.ts';
import { canBeCanceled, current, type ProviderStatus, type Request, type State } from './state.ts';

/** An abstract action. `resolve` turns it into a request with values of the current state. */
export type Action =
  | { readonly do: 'handoff' | 'open' | 'provisioned' | 'provisioning_failed' }
  | { readonly do: 'deadline' | 'cancel' }
  | { readonly do: 'resolve'; readonly resolution: 'accept' | 'refunded' }
  | {
      readonly do: 'cart';
      readonly amount: number;
      readonly current: boolean;
      readonly usd: boolean;
    }
  | { readonly do: 'reserve'; readonly fingerprint: 'a' | 'b' }
  | {
      readonly do: 'attach';
      readonly object: 'own' | 'other';
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
      readonly status: ProviderStatus;
      readonly exact: boolean;
      readonly silent: boolean;
    };

const mostly = fc.oneof(
  { arbitrary: fc.constant(true), weight: 7 },
  { arbitrary: fc.constant(false), weight: 1 },
);
const evidence: fc.Arbitrary<'c' | 'd'> = fc.constantFrom('c', 'd');

const merchant: fc.WeightedArbitrary<Action>[] = [
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('handoff' as const, 'open' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('provisioned' as const, 'provisioning_failed' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      resolution: fc.constantFrom('accept' as const, 'refunded' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('cart' as const),
      amount: fc.integer({ min: 0, max: 5_000 }),
      current: mostly,
      usd: mostly.map((no) => !no),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      fingerprint: mostly.map((first) => (first ? ('a' as const) : ('b' as const))),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('attach' as const),
      object: mostly.map((own) => (own ? ('own' as const) : ('other' as const))),
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

const provider = (silent: fc.Arbitrary<boolean>): fc.WeightedArbitrary<Action> => ({
  weight: 6,
  arbitrary: fc.record({
    do: fc.constant('provider' as const),
    status: fc.constantFrom<ProviderStatus>(
      'declined',
      'requires_action',
      'processing',
      'succeeded',
      'canceled',
    ),
    exact: mostly,
    silent,
  }),
});

/**
 * One action, or several that run at once. Those of several steps (deadline, cancel) run alone; the provider is
 * one of the clients, at most once.
 */
export const step: fc.Arbitrary<readonly Action[]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .oneof(...merchant, provider(mostly.map((isReported) => !isReported)), {
        weight: 1,
        arbitrary: fc.record({ do: fc.constantFrom('deadline' as const, 'cancel' as const) }),
      })
      .map((action) => [action]),
  },
  { weight: 2, arbitrary: fc.array(fc.oneof(...merchant), { minLength: 2, maxLength: 3 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.oneof(provider(fc.constant(false))),
        fc.array(fc.oneof(...merchant), { minLength: 1, maxLength: 2 }),
      )
      .map(([fact, others]) => [fact, ...others]),
  },
);

/** The request of an action in a state. Null if the action does not apply. */
export function resolve(action: Action, state: State, sessionKey: string): Request | null {
  const attempt = current(state);
  const version = (right: boolean) => (right ? attempt.version : attempt.version + 1);
  const charge = { amount: state.amount, currency: state.currency };
  switch (action.do) {
    case 'cart':
      return {
        kind: 'cart',
        amount: action.amount,
        currency: action.usd ? 'usd' : 'eur',
        expected: action.current ? state.cartVersion : state.cartVersion + 1,
      };
    case 'reserve':
      return { kind: 'reserve', fingerprint: hex(action.fingerprint) };
    case 'attach':
      return {
        kind: 'attach',
        attempt: attempt.number,
        object: `pi_${sessionKey}_${attempt.number}_${action.object}`,
        expected: version(action.current),
        confirmation: action.evidence && {
          ...charge,
          cartVersion: state.cartVersion,
          evidence: hex(action.evidence),
        },
      };
    case 'confirm':
      return {
        kind: 'confirm',
        attempt: attempt.number,
        expected: version(action.current),
        confirmation: {
          currency: state.currency,
          amount: action.charge ? state.amount : state.amount + 1,
          cartVersion: action.cart ? state.cartVersion : state.cartVersion + 1,
          evidence: hex(action.evidence),
        },
      };
    case 'supersede':
      return {
        kind: 'supersede',
        attempt: attempt.number,
        expected: version(action.current),
        fingerprint: hex('b'),
      };
    case 'resolve':
      return { kind: 'resolve', resolution: action.resolution };
    case 'provider':
      return fact(action, state);
    default:
      return { kind: action.do };
  }
}

/** An ended provider object does not change; only its event is sent again. */
function fact(action: Extract<Action, { do: 'provider' }>, state: State): Request | null {
  const { root } = current(state);
  const object = root === null ? undefined : state.provider[root];
  if (root === null || !object) return null;
  const fromProcessing = ['succeeded', 'declined', 'processing'].includes(action.status);
  const possible =
    canBeCanceled(object.status) || (object.status === 'processing' && fromProcessing);
  const taken = action.status === 'succeeded' ? state.final + (action.exact ? 0 : 1) : 0;
  return {
    kind: 'fact',
    object: root,
    now: possible ? { status: action.status, taken } : object,
    currency: state.currency,
    silent: action.silent,
  };
}
