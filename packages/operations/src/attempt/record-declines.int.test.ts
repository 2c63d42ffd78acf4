import type { ProviderDecline } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { createMetadata, providerEvent } from '../../test/provider-event.ts';
import { applyProviderEvent } from '../provider-event/apply-provider-event.ts';
import { listAttempts } from './list-attempts.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
let payable: Payable;

beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(async () => {
  payable = await ops.payable();
});
afterAll(() => ops.close());

const NOW_SECONDS = Math.floor(Date.now() / 1000);
const declined = (name: string, code = 'generic_decline'): ProviderDecline => ({
  id: `ch_${name}_${payable.id}`,
  code,
  at: null,
});
/** The provider shows this decline as the last one of the object. */
const show = (decline: ProviderDecline) =>
  ops.stub.objects.set(
    payable.objectId,
    getRoot(payable.objectId, { kind: 'awaiting_payment', decline }),
  );
const getEvent = (decline: Pick<ProviderDecline, 'id' | 'code'>, at = new Date()) => {
  const event = providerEvent(ops, 'payment_intent.payment_failed', {
    id: payable.objectId,
    object: 'payment_intent',
    metadata: createMetadata(payable.id, payable.attemptId),
    last_payment_error: {
      charge: decline.id,
      type: 'card_error',
      code: 'card_declined',
      decline_code: decline.code,
    },
  });
  return { ...event, payload: { ...event.payload, created: Math.floor(Number(at) / 1000) } };
};
const apply = (event: ReturnType<typeof getEvent>) => applyProviderEvent(ops.deps, event);
const recorded = async () => {
  const { declineCount, lastDeclinedAt } = (await ops.read(payable.id)).session;
  const entries = (await ops.history(payable.id)).filter(({ declineId }) => declineId !== null);
  return { declineCount, lastDeclinedAt, entries };
};

it('records each decline once, however often and in whatever order its events arrive', async () => {
  const [first, second] = [declined('1', 'insufficient_funds'), declined('2', 'stolen_card')];
  // Both cards were declined before the first event was applied.
  show(second);
  const [one, two] = [getEvent(first), getEvent(second)];
  await apply(two);
  expect((await recorded()).declineCount).toBe(1);
  await Promise.all([apply(one), apply(two), apply(one), apply(two)]);
  await syncAttempt(ops.deps, ops.caller, { sessionId: payable.id, attemptId: payable.attemptId });
  const { declineCount, entries } = await recorded();
  expect(declineCount).toBe(2);
  expect(entries).toMatchObject([
    { action: 'record_decline', reason: 'stolen_card', declineId: second.id },
    { action: 'record_decline', reason: 'insufficient_funds', declineId: first.id },
  ]);
});

it('reports each decline with its code, in the state that it leads to', async () => {
  const { id, attemptId } = payable;
  const [first, second] = [declined('1', 'insufficient_funds'), declined('2', 'stolen_card')];
  const declineEvents = async () =>
    (await ops.events(id))
      .filter(({ type }) => type === 'acquisition_attempt.payment_declined')
      .map(({ payload }) => payload.data);
  const attempts = async () =>
    (await listAttempts(ops.deps, ops.scope, { proxy_session_id: id })).data;
  show(first);
  await apply(getEvent(first));
  await apply(getEvent(first));
  const state = { id: attemptId, status: 'confirmed', status_reason: 'payment_declined' };
  expect(await declineEvents()).toMatchObject([
    {
      object: { ...state, last_decline_code: 'insufficient_funds' },
      previous_attributes: { status_reason: null, last_decline_code: null },
    },
  ]);
  const [{ version } = { version: 0 }] = await attempts();
  show(second);
  await apply(getEvent(second, new Date(Date.now() + 1_000)));
  expect(await declineEvents()).toMatchObject([
    {},
    {
      object: { ...state, last_decline_code: 'stolen_card' },
      previous_attributes: { last_decline_code: 'insufficient_funds' },
    },
  ]);
  // A caller that read the attempt before can still write.
  expect(await attempts()).toMatchObject([{ version, last_decline_code: 'stolen_card' }]);
  await apply(getEvent(declined('earlier', 'expired_card'), new Date(Date.now() - 60_000)));
  expect(await attempts()).toMatchObject([{ last_decline_code: 'stolen_card' }]);
  expect((await declineEvents()).at(-1)).toMatchObject({
    object: { last_decline_code: 'expired_card' },
  });
});

it('records a decline whose event arrives after the payment', async () => {
  ops.stub.objects.set(payable.objectId, getRoot(payable.objectId, succeededWith(4200)));
  await apply(getEvent(declined('late', 'expired_card')));
  expect((await ops.read(payable.id)).session.status).toBe('paid');
  expect((await recorded()).entries).toMatchObject([{ reason: 'expired_card' }]);
});

it('records a decline that the payer’s page finds before its event', async () => {
  const decline = declined('page');
  show(decline);
  const payer = { ...ops.caller, actor: { kind: 'payer', id: null } } as const;
  await syncAttempt(ops.deps, payer, { sessionId: payable.id, attemptId: payable.attemptId });
  await apply(getEvent(decline));
  expect((await recorded()).entries).toMatchObject([{ actorKind: 'payer' }]);
});

it('counts from the time of the decline, not of the arrival of its event', async () => {
  const minutesAgo = (minutes: number) => new Date((NOW_SECONDS - minutes * 60) * 1000);
  await apply(getEvent(declined('newer'), minutesAgo(10)));
  await apply(getEvent(declined('older'), minutesAgo(20)));
  expect(await recorded()).toMatchObject({ declineCount: 2, lastDeclinedAt: minutesAgo(10) });
  await apply(getEvent(declined('ahead'), minutesAgo(-60)));
  expect(Number((await recorded()).lastDeclinedAt)).toBeLessThanOrEqual(Date.now());
});

it('records each decline without a charge, such as a failed authentication, by its event', async () => {
  const failed = { id: null, code: 'payment_intent_authentication_failure' };
  show({ ...failed, at: null });
  const [one, two] = [getEvent(failed), getEvent(failed)];
  await Promise.all([apply(one), apply(two), apply(one)]);
  expect((await recorded()).declineCount).toBe(2);
});

it('records late declines of a superseded attempt without counting them', async () => {
  const late = [1, 2, 3, 4].map((n) => getEvent(declined(`late_${n}`)));
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  await ops.supersede(payable);
  for (const event of late) await apply(event);
  const { declineCount, entries } = await recorded();
  expect(declineCount).toBe(0);
  expect(entries).toHaveLength(4);
});

it('does not record the decline of a renewal', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await apply(getEvent(declined('renewal'), new Date(Date.now() + 2_000)));
  expect((await recorded()).entries).toEqual([]);
});
