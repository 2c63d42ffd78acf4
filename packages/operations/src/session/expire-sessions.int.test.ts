import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { markAttemptUnknown } from '../attempt/resolve-unknown.ts';
import { systemCaller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { expire, expireSessions } from './expire-sessions.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const sql = (...query: Parameters<Operations['database']['client']['$executeRaw']>) =>
  ops.database.client.$executeRaw(...query);
async function overdue({ id }: { id: string }): Promise<string> {
  await sql`UPDATE proxy_session SET expires_at = now() - interval '1 second' WHERE id = ${id}`;
  return id;
}
async function reserved(): Promise<{ id: string }> {
  const session = await ops.session();
  await ops.reserve(session.id);
  return session;
}
/** Expires sessions together and returns the results. */
async function expireAll(deps: Deps, ids: readonly string[]) {
  return Promise.all((await expireSessions(deps, systemCaller(ops.scope), ids)).values());
}
/** What the two ways to expire a session must have in common. */
async function readTrace(id: string) {
  const { session, attempt } = await ops.read(id);
  const events = await ops.repositories.outbox.listBySession(id);
  const history = await ops.repositories.history.list(id);
  return {
    session: [session.status, session.version, session.eventSequence, session.historySequence],
    attempt: [attempt.status, attempt.version, attempt.providerCheckAt !== null],
    events: events.map(({ sequence, type, payload }) => [
      sequence,
      type,
      (payload.data as { previous_attributes: object }).previous_attributes,
    ]),
    history: history.map(({ at: _, attemptId, requestId: __, ...entry }) => [
      entry,
      attemptId !== null,
    ]),
  };
}

it.each([
  ['without a reservation', () => ops.session()],
  ['with a reservation', reserved],
  ['with a provider object', () => ops.payable()],
])(
  'expiring a session %s together with others writes what expiring it alone writes',
  async (_, create) => {
    const [one, two, alone] = [
      await overdue(await create()),
      await overdue(await create()),
      await overdue(await create()),
    ];
    const caller = systemCaller(ops.scope);
    const { database } = ops;
    await changeSession(ops.deps, caller, alone, expire);
    expect(await expireAll(ops.deps, [one, two])).toEqual(['expired', 'expired']);
    const expected = await readTrace(alone);
    const normal = (trace: Awaited<ReturnType<typeof readTrace>>) =>
      JSON.parse(JSON.stringify(trace).replaceAll(/(psess|pspacq)_\w+|20\d\d-[\w:.-]+Z/g, '$1'));
    for (const id of [one, two]) expect(normal(await readTrace(id))).toEqual(normal(expected));
    const waiting = await database.client.outboxWaiting.findMany();
    const events = await ops.repositories.outbox.listBySession(one);
    expect(waiting.map(({ eventId }) => eventId)).toEqual(
      expect.arrayContaining(events.map(({ id }) => id)),
    );
  },
);

it('leaves out a session with a payment that may be in progress', async () => {
  const { id } = await reserved();
  await ops.expireRetryDeadline(id);
  await markAttemptUnknown(ops.deps, ops.caller, id);
  const before = await readTrace(await overdue({ id }));
  expect(await expireAll(ops.deps, [id])).toEqual(['held']);
  expect(await readTrace(id)).toEqual(before);
  expect([before.session[0], before.attempt[0]]).toEqual(['created', 'unknown']);
});

it('leaves out a session that changed after it was read', async () => {
  const [changed, other] = [await overdue(await ops.session()), await overdue(await ops.session())];
  const { database } = ops;
  const forScope: typeof database.forScope = (scope) => {
    const { sessions, ...others } = database.forScope(scope);
    const findAll: typeof sessions.findAll = async (ids) => {
      const found = await sessions.findAll(ids);
      await sql`UPDATE proxy_session SET version = version + 1 WHERE id = ${changed}`;
      return found;
    };
    return { ...others, sessions: { ...sessions, findAll } };
  };
  const deps = { ...ops.deps, database: { ...database, forScope } };
  const before = await readTrace(changed);
  expect((await expireAll(deps, [changed, other])).sort()).toEqual(['expired', 'held']);
  const after = await readTrace(changed);
  expect(after.events).toEqual(before.events);
  expect(after.history).toEqual(before.history);
  expect(after.attempt).toEqual(before.attempt);
  expect((await readTrace(other)).session[0]).toBe('expired');
});

it('a session that was paid before its deadline is not expired', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const id = await overdue(payable);
  expect(await expireAll(ops.deps, [id])).toEqual(['held']);
  expect((await ops.read(id)).session.status).toBe('paid');
});
