import type { Action } from './actions.ts';
import type { Path, ProviderStatus } from './provider-objects.ts';

/** Actions with which a number of sequences start. */
interface StartingPoint {
  readonly name: string;
  readonly sequences: number;
  readonly start: readonly Action[];
  /** Any, unless given. */
  readonly path?: Path;
  /** Minor units; any, unless given. */
  readonly amount?: number;
}

type Fact = Extract<Action, { do: 'provider' }>;

const reserve = { do: 'reserve', fingerprint: 'a', subtotal: null } as const;
const attach = { do: 'attach', object: 'own', current: true, evidence: 'c' } as const;
const supersede = { do: 'supersede', current: true } as const;
const refund = { do: 'refund', last: true, whole: true, silent: false } as const;
const payable: readonly Action[] = [reserve, attach, { do: 'open' }];
const fact = (status: ProviderStatus, change: Partial<Fact> = {}): Fact => ({
  do: 'provider',
  object: 'root',
  superseded: false,
  status,
  exact: true,
  silent: false,
  ...change,
});
const paid = [...payable, fact('succeeded')];
const superseded = [...payable, fact('canceled'), supersede, attach];
const amount = 4_200;

/**
 * Where the sequences start, so that many of them reach statuses far from a new session. Together
 * they reach everything that the coverage requires before any random command.
 */
export const startingPoints: readonly StartingPoint[] = [
  { name: 'a new session', sequences: 3, start: [] },
  { name: 'a session with a payer handoff', sequences: 2, start: [{ do: 'handoff' }] },
  { name: 'a reserved attempt', sequences: 2, start: [reserve] },
  { name: 'an attached attempt', sequences: 2, start: [reserve, { ...attach, evidence: null }] },
  { name: 'a confirmed attempt', sequences: 4, start: payable },
  {
    name: 'an attempt that was confirmed after it was attached',
    sequences: 1,
    start: [
      reserve,
      { ...attach, evidence: null },
      { do: 'confirm', current: true, cart: true, charge: true, evidence: 'c' },
    ],
  },
  { name: 'a declined payment', sequences: 2, start: [...payable, fact('declined')] },
  {
    name: 'a payment that requires action',
    sequences: 2,
    start: [...payable, fact('requires_action')],
  },
  { name: 'a payment in progress', sequences: 2, start: [...payable, fact('processing')] },
  { name: 'a payment that ended', sequences: 2, start: [...payable, fact('canceled')] },
  { name: 'a second attempt', sequences: 2, start: superseded },
  {
    name: 'a superseded attempt that is paid late',
    sequences: 2,
    path: 'checkout_session',
    amount,
    start: [
      ...payable,
      fact('processing'),
      fact('failed'),
      supersede,
      fact('succeeded', { superseded: true }),
    ],
  },
  {
    name: 'an object that ended before it was attached',
    sequences: 2,
    start: [
      reserve,
      fact('waiting', { object: 'own' }),
      fact('canceled', { object: 'own' }),
      attach,
      { do: 'check' },
    ],
  },
  {
    name: 'an object that was paid before it was attached',
    sequences: 2,
    amount,
    start: [reserve, fact('succeeded', { object: 'own' })],
  },
  {
    name: 'an object that was created and never attached',
    sequences: 2,
    start: [reserve, { do: 'keys_expire' }, supersede, fact('processing', { object: 'own' })],
  },
  { name: 'a paid session', sequences: 2, amount, start: paid },
  {
    name: 'a payment of a wrong amount',
    sequences: 2,
    start: [...payable, fact('succeeded', { exact: false })],
  },
  ...(['accept', 'refunded', 'refunded_elsewhere'] as const).map((resolution) => ({
    name: `a conflict that was resolved with ${resolution}`,
    sequences: 1,
    start: [
      ...payable,
      fact('succeeded', { exact: false }),
      { do: 'resolve' as const, resolution },
    ],
  })),
  {
    name: 'a second payment',
    sequences: 2,
    amount,
    start: [...paid, fact('succeeded', { object: 'extra' }), refund],
  },
  {
    name: 'a conflict that was accepted after the refund of the completed attempt',
    sequences: 2,
    path: 'checkout_session',
    amount,
    start: [
      ...payable,
      fact('processing'),
      fact('failed'),
      supersede,
      attach,
      fact('succeeded'),
      fact('succeeded', { superseded: true, exact: false }),
      refund,
      { do: 'resolve', resolution: 'accept' },
    ],
  },
  {
    name: 'a conflict of one unexpected payment',
    sequences: 2,
    amount,
    start: [
      ...payable,
      fact('succeeded', { object: 'extra', exact: false }),
      { do: 'dispute', last: false, whole: true, silent: false },
      { ...refund, last: false },
      { do: 'resolve', resolution: 'refunded' },
    ],
  },
  {
    name: 'a payment through an object that is not the root object',
    sequences: 2,
    amount,
    start: [...payable, fact('succeeded', { object: 'extra' })],
  },
  {
    name: 'a conflict whose payments were refunded without an event',
    sequences: 1,
    start: [
      ...payable,
      fact('succeeded', { exact: false }),
      { ...refund, silent: true },
      { do: 'resolve', resolution: 'accept' },
    ],
  },
  {
    name: 'a second subscription after its trial',
    sequences: 2,
    path: 'direct_subscription',
    amount,
    start: [
      ...paid,
      fact('trialing', { object: 'subscription' }),
      { do: 'resolve', resolution: 'accept' },
      fact('billed', { object: 'subscription' }),
    ],
  },
  {
    name: 'a cart that the provider refuses',
    sequences: 2,
    path: 'checkout_session',
    amount,
    start: [reserve, { do: 'refused_cart' }, reserve],
  },
  {
    name: 'a superseded attempt with an object',
    sequences: 1,
    start: [...superseded, { do: 'cart', amount, current: true, usd: true }],
  },
  {
    name: 'objects that are not of the session',
    sequences: 2,
    amount,
    start: [
      reserve,
      { ...attach, object: 'another_session' },
      { do: 'foreign', object: 'payment_intent', status: 'succeeded', refund: true },
      { ...attach, object: 'no_metadata' },
      fact('succeeded'),
    ],
  },
  {
    name: 'a payment after a free cart was settled',
    sequences: 2,
    path: 'payment_intent',
    amount,
    start: [
      { ...reserve, subtotal: 1_000 },
      { do: 'cart', amount: 0, current: true, usd: false },
      { do: 'free_cart' },
      fact('succeeded', { object: 'own' }),
      { do: 'resolve', resolution: 'accept' },
    ],
  },
  { name: 'a free cart', sequences: 1, amount: 0, start: [{ do: 'free_cart' }] },
  {
    name: 'a trial',
    sequences: 2,
    path: 'direct_subscription',
    amount,
    start: [...payable, fact('trialing')],
  },
  {
    name: 'an active subscription',
    sequences: 2,
    path: 'direct_subscription',
    amount,
    start: [{ ...reserve, subtotal: 1_000 }, attach, fact('succeeded')],
  },
  {
    name: 'a subscription with a coupon',
    sequences: 2,
    path: 'direct_subscription',
    start: [...payable, fact('free')],
  },
  { name: 'a provisioned session', sequences: 1, amount, start: [...paid, { do: 'provisioned' }] },
  {
    name: 'a second payment of a provisioned session',
    sequences: 1,
    amount,
    start: [...paid, { do: 'provisioned' }, fact('succeeded', { object: 'extra' })],
  },
  {
    name: 'a session that could not be provisioned',
    sequences: 1,
    amount,
    start: [...paid, { do: 'provisioning_failed' }],
  },
  { name: 'an expired session', sequences: 1, start: [reserve, { do: 'deadline' }] },
  { name: 'a canceled session', sequences: 1, start: [...payable, { do: 'cancel' }] },
];
