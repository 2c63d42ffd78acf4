import { isCluster, recordStatements, type SentStatement } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { getChange } from '../../test/commits.ts';
import { disconnectNode, readNode } from '../../test/nodes.ts';
import { openProviderEvents } from '../../test/provider-events.ts';
import {
  addAttempt,
  addMerchant,
  addSession,
  newId,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import type { SessionCommit } from '../commit/session-commit.ts';
import type { SessionState } from './records.ts';

const { database, url, close } = await openTestDatabase();
afterAll(close);

async function addOwner() {
  const scope = await addMerchant(database);
  return { scope, reserved: await reservedColumns(database, scope) };
}
const owner = await addOwner();
const { scope } = owner;

async function openSession({ scope, reserved } = owner) {
  const id = await addSession(database, scope);
  await addAttempt(database, scope, id, reserved);
  const found = await database.findSession(scope, id);
  if (!found) throw new Error('the session is not stored');
  return found.session;
}
const state = await openSession();

/** A commit that creates a session like another one. */
function creation(state: SessionState): SessionCommit {
  const change = getChange(state, { payments: [] });
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

/** The last statement with a text that `work` sends. */
async function findStatement(work: () => Promise<unknown>, text: RegExp): Promise<SentStatement> {
  const found = (await recordStatements(url, work)).findLast((one) => text.test(one.text));
  if (!found) throw new Error('the statement was not sent');
  return found;
}

describe.runIf(isCluster())('on a Citus cluster', () => {
  it.each<[string, () => Promise<unknown>, first: RegExp]>([
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
    [
      'a received event',
      () => openProviderEvents(database).insert(scope, 'evt_1'),
      /INSERT INTO provider_event/,
    ],
  ])('%s touches one shard', async (_, work, text) => {
    const found = await findStatement(work, text);
    expect([found.shards.size, found.nodes.size]).toEqual([1, 1]);
  });

  // What the function executes there is not recorded; the test below holds that it stays on the node.
  it.each<[string, () => Promise<unknown>]>([
    ['a create', () => database.commit(creation(state))],
    ['a change', async () => database.commit(getChange(await openSession()))],
  ])('%s calls a function on one node', async (_, work) => {
    const found = await findStatement(work, /commit_sessions/);
    expect([found.shards.size, found.nodes.size]).toEqual([0, 1]);
  });

  // The last one: the cluster remains without that node.
  it('creates and changes sessions of a merchant while another node is unreachable', async () => {
    const owned = await openSession();
    let other = await addOwner();
    while ((await readNode(url, other.scope)) === (await readNode(url, scope)))
      other = await addOwner();
    const unreachable = await openSession(other);
    await disconnectNode(url, await readNode(url, other.scope));
    await expect(database.commit(getChange(unreachable))).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await expect(database.commit(creation(owned))).resolves.toBe('applied');
    await expect(database.commit(getChange(owned, { attachedObject: 'pi_1' }))).resolves.toBe(
      'applied',
    );
    const changed = await database.transaction(scope, async (tx) => {
      const found = await tx.sessions.find(state.session.id);
      return found && tx.commit(getChange(found));
    });
    expect(changed).toBe('applied');
  });
});
