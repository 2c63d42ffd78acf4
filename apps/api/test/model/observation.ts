import type { TestApi } from '../api.ts';
import { current, type State } from './state.ts';

type Row = readonly (string | number | boolean | null)[];

/** A session as clients see it, in terms of the model. */
export interface Observation {
  readonly status: string;
  readonly cartVersion: number;
  readonly requested: Row;
  readonly final: Row;
  /** Number of the attempt that completed the session. */
  readonly completed: number | null;
  readonly current: Row;
  /** Whether the next step of the merchant is to resolve a conflict. */
  readonly inConflict: boolean;
  readonly attempts: readonly Row[];
  /** What the provider took: per payment, its amount and what went back of it. */
  readonly payments: readonly Row[];
  /** Whether the events' sequence has no gap. */
  readonly gapless: boolean;
  readonly events: readonly string[];
}

/** @param attemptIds the ids of the session's attempts by number; new ones are added */
export async function observe(
  api: TestApi,
  id: string,
  attemptIds: Map<number, string>,
): Promise<Observation> {
  const scope = api.database.forScope({ merchantId: api.merchant.id, mode: 'test' });
  const [{ body: view }, { body: list }, loaded, events] = await Promise.all([
    api.get(`/proxy_sessions/${id}/merchant`),
    api.get(`/proxy_sessions/${id}/acquisition_attempts`),
    scope.sessions.find(id),
    scope.outbox.listBySession(id),
  ]);
  for (const attempt of list.data) attemptIds.set(attempt.attempt_number, attempt.id);
  const getNumber = (attemptId: string | null) =>
    [...attemptIds].find(([, known]) => known === attemptId)?.[0] ?? null;
  const { current_acquisition_attempt: attempt } = view;
  return {
    status: view.status,
    cartVersion: view.cart_version,
    requested: [view.requested.amount_minor, view.requested.currency],
    final: [view.final.amount_minor, view.final.currency],
    completed: getNumber(view.completed_acquisition_attempt_id),
    inConflict: view.actionable_next_step === 'resolve_conflict',
    current: [attempt.attempt_number, attempt.status, toModelReason(attempt.status_reason)],
    attempts: list.data
      // biome-ignore lint/suspicious/noExplicitAny: a response of the API
      .map((one: any) => [
        one.attempt_number,
        one.integration_path,
        one.status,
        one.version,
        one.provider_root_object_id,
        one.provider_created_at !== null,
        one.provider_confirmed_cart_version,
        one.direct_fee_basis_source,
        one.direct_merchandise_currency,
        one.direct_merchandise_subtotal_minor,
      ])
      .sort(([a]: [number], [b]: [number]) => a - b),
    payments: sorted(
      (loaded?.payments ?? []).map((one) => [
        one.providerObjectId,
        one.rootObjectId,
        getNumber(one.attemptId),
        one.amountMinor,
        one.currency,
        one.refundedMinor,
        one.disputedMinor,
      ]),
    ),
    gapless: events.every(({ sequence }, index) => sequence === index + 1),
    events: events.map(({ type }) => type).sort(),
  };
}

/** What `observe` returns for a state of the model. */
export function appearance(state: State): Observation {
  const attempt = current(state);
  return {
    status: state.status,
    cartVersion: state.cartVersion,
    requested: [state.amount, state.currency],
    final: state.final,
    completed: state.completed,
    inConflict: state.openConflict || state.status === 'payment_conflicted',
    current: [attempt.number, attempt.status, toModelReason(attempt.reason)],
    attempts: state.attempts
      .filter(({ fingerprint }) => fingerprint !== null)
      .map((one) => [
        one.number,
        one.path,
        one.status,
        one.version,
        one.root,
        one.rootRead,
        one.confirmed?.cartVersion ?? null,
        ...(one.basis ?? [null, null, null]),
      ]),
    payments: sorted(
      state.payments.map((one) => [
        one.intent,
        one.root,
        one.attempt,
        one.amount,
        one.currency,
        one.refunded,
        one.disputed,
      ]),
    ),
    gapless: true,
    events: [...state.events].sort(),
  };
}

const sorted = (rows: readonly Row[]): readonly Row[] =>
  rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)));

/** The two status reasons that are part of the model. */
const toModelReason = (reason: string | null): string | null =>
  reason === 'cart_drift' || reason === 'payment_declined' ? reason : null;
