import { attemptStatuses, sessionStatuses } from '@parley/domain';
import type { Outcome } from './linearize.ts';
import type { State } from './state.ts';

/** What the sequences together must reach. */
export const everything = {
  'session status': sessionStatuses,
  // An attempt is unknown only within a step: the same sweep resolves it.
  'attempt status': attemptStatuses.filter((status) => status !== 'unknown'),
  command: [
    'handoff',
    'open',
    'cart',
    'reserve',
    'attach',
    'confirm',
    'supersede',
    'cancel',
    'resolve accept',
    'resolve refunded',
    'resolve refunded_elsewhere',
    'provisioned',
    'provisioning_failed',
    'free_cart',
    'refused_cart',
    'fact',
    'foreign',
    'refund',
    'dispute',
    'check',
    'keys_expire',
    'deadline',
  ],
  'status of a provider object': [
    'waiting',
    'declined',
    'requires_action',
    'processing',
    'succeeded',
    'free',
    'trialing',
    'billed',
    'failed',
    'canceled',
    'expired',
  ],
  'refusal of a rule about money': [
    'nothing_to_accept',
    'subscription_running',
    'charge_refused',
    'provider_object_conflict',
    'currency_locked',
  ],
  situation: [
    'several payments',
    'a payment that was refunded',
    'a payment that was disputed',
    'a payment of an object that is not the root object',
    'a payment of a superseded attempt',
    'a session paid through an object that is not the root object',
    'a payment of a second subscription after its trial',
    'a payment of an object without metadata',
    'a payment after a completion without one',
    'an object that ended before it was attached',
    'a merchandise subtotal',
  ],
} as const;

type Kind = keyof typeof everything;

/** Collects what the sequences reached. */
export class Coverage {
  readonly #reached = new Map<string, Set<string>>();

  add(before: State, outcomes: readonly Outcome[], after: State): void {
    for (const { request, code } of outcomes) {
      if (code !== null) this.#reach('refusal of a rule about money', code);
      if (code !== null) continue;
      const { kind } = request;
      this.#reach('command', kind === 'resolve' ? `resolve ${request.resolution}` : kind);
    }
    for (const state of [before, after]) {
      this.#reach('session status', state.status);
      for (const { status } of state.attempts) this.#reach('attempt status', status);
      for (const { status } of Object.values(state.provider)) {
        this.#reach('status of a provider object', status);
      }
    }
    for (const situation of listSituations(before, after)) this.#reach('situation', situation);
  }

  /** What of `all` no sequence reached. */
  missing(kind: string, all: readonly string[]): string[] {
    return all.filter((one) => !this.#reached.get(kind)?.has(one));
  }

  #reach(kind: Kind, name: string): void {
    const names = this.#reached.get(kind) ?? new Set();
    this.#reached.set(kind, names.add(name));
  }
}

type Situation = (typeof everything)['situation'][number];

function* listSituations(before: State, after: State): Generator<Situation> {
  const { payments, attempts } = after;
  if (payments.length > 1) yield 'several payments';
  if (payments.some(({ refunded }) => refunded > 0)) yield 'a payment that was refunded';
  if (payments.some(({ disputed }) => disputed > 0)) yield 'a payment that was disputed';
  if (attempts.some(({ subtotal }) => subtotal !== null)) yield 'a merchandise subtotal';
  for (const { attempt: number, root } of payments.slice(before.payments.length)) {
    const earlier = before.attempts[number - 1];
    if (attempts[number - 1]?.root !== root) {
      yield 'a payment of an object that is not the root object';
    }
    const object = after.provider[root];
    if (object?.status === 'billed') yield 'a payment of a second subscription after its trial';
    if (object?.attempt === null) yield 'a payment of an object without metadata';
    if (after.status === 'paid' && attempts[number - 1]?.root !== root) {
      yield 'a session paid through an object that is not the root object';
    }
    if (earlier?.status === 'superseded') yield 'a payment of a superseded attempt';
    if (before.completed !== null && before.payments.length === 0) {
      yield 'a payment after a completion without one';
    }
  }
  for (const [index, { root, status }] of attempts.entries()) {
    const ended = before.provider[root ?? '']?.status;
    const bound = status === 'attached' || status === 'confirmed';
    const attached = bound && before.attempts[index]?.root === null;
    if (attached && (ended === 'canceled' || ended === 'expired')) {
      yield 'an object that ended before it was attached';
    }
  }
}
