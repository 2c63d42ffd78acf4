import { isCluster } from '@parley/testing';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { changeOf } from '../test/commits.ts';
import { taskCounts } from '../test/plans.ts';
import {
  addAttempt,
  addMerchant,
  addSession,
  newId,
  openTestDatabase,
  reservedColumns,
} from '../test/rows.ts';
import type { SessionCommit } from './commit/session-commit.ts';

const { database, url, close } = await openTestDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(async () => {
  await client.end();
  await close();
});
const scope = await addMerchant(database);
const reserved = await reservedColumns(database, scope);

async function openSession() {
  const id = await addSession(database, scope);
  await addAttempt(database, scope, id, reserved);
  const found = await database.findSession(scope, id);
  if (!found) throw new Error('the session is not stored');
  return found.session;
}
const state = await openSession();

/** A commit that creates a session. */
function creation(): SessionCommit {
  const change = changeOf(state, { payments: [] });
  const [id, attemptId] = [newId('psess'), newId('pspacq')];
  const { session } = change;
  if (!session) throw new Error('the change has no session');
  const after = { ...state.session, id, version: 1 };
  const attempt = { ...state.attempt, id: attemptId, proxySessionId: id };
  return {
    ...change,
    session: {
      ...session,
      before: null,
      after,
      attempts: [{ before: null, after: attempt }],
      history: session.history.map((entry) => ({ ...entry, attemptId })),
      events: session.events.map((event) => ({ ...event, proxySessionId: id })),
    },
  };
}

interface Statement {
  readonly text: string;
  readonly values?: unknown[];
}

/** The statements that `work` sends, without BEGIN and the like. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return query.mock.calls
      .map(([statement]: readonly unknown[]) => statement as string | Statement)
      .filter((one) => typeof one !== 'string')
      .filter(({ text }) => !text.startsWith('SET '));
  } finally {
    query.mockRestore();
  }
}

const change = (rows: Parameters<typeof changeOf>[1]) => async () =>
  database.commit(changeOf(await openSession(), rows));

// Received events are not among these: EXPLAIN shows no shards of INSERT … SELECT from a parameter.
describe.runIf(isCluster())('on a Citus cluster', () => {
  it.each<[string, () => Promise<unknown>, first: RegExp]>([
    ['a create', () => database.commit(creation()), /INSERT INTO proxy_session/],
    [
      'a change of a session',
      change({ newCart: null, attempts: [], payments: [] }),
      /UPDATE proxy_/,
    ],
    ['a change of an attempt', change({ payments: [] }), /UPDATE acquisition_attempt/],
    [
      'an attached object',
      change({ payments: [], attachedObject: 'pi_1' }),
      /UPDATE provider_event/,
    ],
    ['a commit with a payment', change({}), /INSERT INTO payment/],
    ['a stored outcome', () => database.commit({ ...creation(), session: null }), /idempotency_/],
    ['a view', () => database.sessionViews.find(scope, state.session.id), /FROM proxy_session/],
    [
      'a view with carts',
      () => database.sessionViews.findWithCarts(scope, state.session.id),
      /FROM proxy_session/,
    ],
    ['a load', () => database.findSession(scope, state.session.id), /proxy_session s/],
    [
      'the attempt of a provider object',
      () => database.forScope(scope).attempts.findByProviderObject('pi_1'),
      /FROM acquisition_attempt/,
    ],
  ])('%s touches one shard', async (_, work, text) => {
    const statements = await statementsOf(work);
    const found = statements.findLast((one) => text.test(one.text));
    if (!found) throw new Error('the statement was not sent');
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${found.text}`, found.values);
    const counts = taskCounts(rows);
    expect(counts.length).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBe(1);
  });
});
