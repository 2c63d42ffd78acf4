import { isCluster, lockWaits, waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefusal, getChange, lockSession } from '../../test/commits.ts';
import { openProviderEvents } from '../../test/provider-events.ts';
import {
  addAttempt,
  addMerchant,
  addSession,
  newId,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import { createClient } from '../sql/client.ts';
import type { JsonObject, Scope, SessionState } from '../sql/records.ts';
import type { Sql } from '../sql/sql.ts';
import { createSqlConnection, type SqlConnection } from '../sql/sql-connection.ts';
import { commitFunctions } from './commit-function.ts';
import { rowKinds } from './commit-rows.ts';
import { createCommits } from './create-commits.ts';
import type { SessionCommit, SessionWrite } from './session-commit.ts';

const opened = await openTestDatabase();
const { database } = opened;
afterAll(opened.close);

// The function for Citus does the same on one server.
describe.each(isCluster() ? [true] : [false, true])(
  'with the function for Citus: %s',
  (callsFunction) => {
    // A lock that a failed test holds must not block the others.
    const { pool, close, connection } = openConnections(5_000);
    const { db } = connection;
    let scope: Scope;
    let reserved: Awaited<ReturnType<typeof reservedColumns>>;
    beforeAll(async () => {
      scope = await addMerchant(database);
      reserved = await reservedColumns(database, scope);
      if (callsFunction && !isCluster()) await pool.query(commitFunctions.citus.sql);
    });
    afterAll(close);

    /** Opens connections with a lock timeout. */
    function openConnections(lockMs: number) {
      const timeouts = { lockMs, idleInTransactionMs: 5_000 };
      const { pool, close } = createClient({ url: opened.url, timeouts });
      return {
        pool,
        close,
        connection: { db: createSqlConnection(pool), lockMs, isCitus: () => callsFunction },
      };
    }

    /** The number of commits in each statement of `together`. */
    let statements: number[] = [];
    const counted = {
      $queryRaw: async (sql: Sql) => {
        const records = sql.values[2 + rowKinds.indexOf('idempotency_records')];
        statements.push(JSON.parse(String(records)).length);
        return db.$queryRaw(sql);
      },
    } as unknown as SqlConnection;
    const observed: Date[] = [];
    const clock = { observe: (now: Date) => observed.push(now) };
    const commit = createCommits({ ...connection, db: counted }, connection, clock);
    /** Commits in one turn of the event loop, so in one statement. */
    async function together(commits: readonly SessionCommit[]) {
      statements = [];
      const settled = await Promise.allSettled(commits.map(commit));
      return settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code));
    }

    const refusal = (key?: string, outcome?: JsonObject) => createRefusal(scope, key, outcome);
    const findOutcome = async (key: string) =>
      (await database.forScope(scope).idempotency.find({ method: 'POST', path: '/things', key }))
        ?.outcome;

    async function openSession(): Promise<SessionState> {
      const id = await addSession(database, scope);
      await addAttempt(database, scope, id, reserved);
      return read(id);
    }
    async function read(id: string): Promise<SessionState> {
      const loaded = await database.forScope(scope).sessions.find(id);
      if (!loaded) throw new Error(`there is no session ${id}`);
      return loaded;
    }

    /** Everything that is stored of a session. */
    async function stored(id: string) {
      const repositories = database.forScope(scope);
      const { now: _, ...state } = await read(id);
      const events = await repositories.outbox.listBySession(id);
      return {
        ...state,
        history: await repositories.history.list(id),
        events,
        waiting: await database.client.outboxWaiting.count({
          where: { eventId: { in: events.map((event) => event.id) } },
        }),
      };
    }

    /** The row of a session must repeat its current attempt. */
    async function expectCopied({
      session: { id },
      attempt,
    }: Pick<SessionState, 'session' | 'attempt'>) {
      expect(attempt).toMatchObject({ ...(await database.sessionViews.find(scope, id))?.attempt });
      const { different } = await database.diagnostics.compareSessions();
      expect(different.map((one) => one.id)).not.toContain(id);
    }

    /** What a session must be after `getChange`. */
    async function expectApplied(
      after: Awaited<ReturnType<typeof stored>>,
      { session, idempotency }: SessionCommit = refusal(),
    ) {
      expect(after).toMatchObject({
        session: { ...session?.after, version: (session?.before?.version ?? 0) + 1 },
        attempt: session?.attempts[0]?.after,
        cartSnapshot: session?.cart?.after,
        payments: session?.payments.map((one) => one.after),
        history: session?.history,
        events: session?.events,
        waiting: 1,
      });
      await expectCopied(after);
      expect(await findOutcome(idempotency?.key ?? '')).toEqual(idempotency?.outcome);
    }

    describe.each([
      { rows: 'all kinds of rows', change: {} },
      { rows: 'no payments', change: { payments: [] } },
    ])('commits of one statement with $rows', ({ change }) => {
      it('are all applied, each with all of its rows', async () => {
        const sessions = [await openSession(), await openSession(), await openSession()];
        const commits = sessions.map((one) => getChange(one, change));
        expect(await together(commits)).toEqual(['applied', 'applied', 'applied']);
        expect(statements).toEqual([3]);
        const { rows } = await pool.query('SELECT clock_timestamp() AS now');
        expect(Math.abs(rows[0].now - Number(observed.at(-1)))).toBeLessThan(1_000);
        for (const one of commits) {
          await expectApplied(await stored(one.session?.after.id ?? ''), one);
        }
      });

      it('write nothing of a session that has changed, and are otherwise applied', async () => {
        const [changed, other] = [await openSession(), await openSession()];
        await database.client.proxySession.updateMany({
          where: { id: changed.session.id },
          data: { version: 2 },
        });
        const before = await stored(changed.session.id);
        const commits = [getChange(changed, change), getChange(other, change)];
        expect(await together(commits)).toEqual(['conflict', 'applied']);
        expect(statements).toEqual([2]);
        expect(await stored(changed.session.id)).toEqual(before);
        expect(await findOutcome(commits[0]?.idempotency?.key ?? '')).toBeUndefined();
        await expectApplied(await stored(other.session.id), commits[1]);
      });

      it('write nothing of a request whose idempotency key is used', async () => {
        const [one, other] = [await openSession(), await openSession()];
        const key = newId('req');
        await commit(refusal(key));
        const before = await stored(one.session.id);
        const commits = [getChange(one, { key, ...change }), getChange(other, change)];
        expect(await together(commits)).toEqual(['conflict', 'applied']);
        expect(await stored(one.session.id)).toEqual(before);
        expect(await findOutcome(key)).toEqual({ error: 'refused' });
      });
    });

    describe('commits of one statement', () => {
      it.each([
        ['attempt', () => database.client.acquisitionAttempt],
        ['payment', () => database.client.payment],
      ])('write nothing of a session whose %s was written apart from it', async (_, table) => {
        let state = await openSession();
        expect(await commit(getChange(state))).toBe('applied');
        state = await read(state.session.id);
        const where = { proxySessionId: state.session.id };
        await (table() as typeof database.client.payment).updateMany({
          where,
          data: { version: { increment: 1 } },
        });
        const before = await stored(state.session.id);
        const [payment] = state.payments;
        if (!payment) throw new Error('there is no payment');
        const again = getChange(state, {
          cart: null,
          attempts: [{ before: state.attempt, after: { ...state.attempt, version: 9 } }],
          payments: [{ before: payment, after: { ...payment, refundedMinor: 1 } }],
          history: [],
          events: [],
        });
        expect(await together([again, getChange(await openSession())])).toEqual([
          'conflict',
          'applied',
        ]);
        expect(await stored(state.session.id)).toEqual(before);
        expect(await findOutcome(again.idempotency?.key ?? '')).toBeUndefined();
      });

      it('write nothing with the scope of the other mode', async () => {
        const state = await openSession();
        expect(await commit(getChange(state))).toBe('applied');
        const { session, attempt, payments, now } = await read(state.session.id);
        const before = await stored(session.id);
        const change = getChange({ ...state, session, attempt, payments, now }, { payments: [] });
        expect(await commit({ ...change, scope: { ...scope, mode: 'live' } })).toBe('conflict');
        expect(await stored(session.id)).toEqual(before);
      });

      it('change no payment of another session, and record an event once', async () => {
        const [one, other] = [await openSession(), await openSession()];
        expect(await commit(getChange(one))).toBe('applied');
        const [payment] = (await read(one.session.id)).payments;
        if (!payment) throw new Error('there is no payment');
        const events = openProviderEvents(database);
        const eventId = newId('evt');
        await events.insert(scope, eventId);
        const recordedEvent = { providerConfigId: events.providerConfigId, eventId };
        const before = await stored(other.session.id);
        const payments = [{ before: payment, after: { ...payment, refundedMinor: 1 } }];
        expect(await commit(getChange(other, { payments }))).toBe('conflict');
        expect(await stored(other.session.id)).toEqual(before);
        expect(await commit(getChange(other, { recordedEvent }))).toBe('applied');
        const again = await read(other.session.id);
        expect(await commit(getChange(again, { payments: [], recordedEvent }))).toBe('conflict');
      });

      it('write nothing when one misses a row and the key of another was used', async () => {
        const [missing, used] = [await openSession(), await openSession()];
        const key = newId('req');
        await commit(refusal(key));
        await database.client.acquisitionAttempt.updateMany({
          where: { id: missing.attempt.id },
          data: { version: { increment: 1 } },
        });
        const ids = [missing.session.id, used.session.id];
        const before = await Promise.all(ids.map(stored));
        const results = await together([getChange(missing), getChange(used, { key })]);
        expect(results).toEqual(['conflict', 'conflict']);
        expect(await Promise.all(ids.map(stored))).toEqual(before);
      });

      it('are applied without one that breaks a unique index', async () => {
        const [holder, second, other] = [
          await openSession(),
          await openSession(),
          await openSession(),
        ];
        await commit(getChange(holder, { root: 'pi_taken' }));
        const before = await stored(second.session.id);
        const commits = [getChange(second, { root: 'pi_taken' }), getChange(other)];
        expect(await together(commits)).toEqual(['provider_object_conflict', 'applied']);
        expect(await stored(second.session.id)).toEqual(before);
        expect(await findOutcome(commits[0]?.idempotency?.key ?? '')).toBeUndefined();
      });

      it('are applied while one of them waits for a row that is locked', async () => {
        const [held, other] = [await openSession(), await openSession()];
        const unlock = await lockSession(pool, held);
        const group = openConnections(50);
        const submit = createCommits(group.connection, connection, clock);
        const waiting = submit(getChange(held));
        expect(await submit(getChange(other))).toBe('applied');
        await unlock();
        expect(await waiting).toBe('applied');
        await group.close();
      });

      it('that fail when locked are applied without one whose row is locked, which is refused', async () => {
        const [held, other] = [await openSession(), await openSession()];
        const unlock = await lockSession(pool, held);
        const group = openConnections(50);
        const noOther = { ...connection, db: {} as SqlConnection };
        const submit = createCommits(group.connection, noOther, clock);
        const commitOrFail = (state: SessionState) =>
          submit({ ...getChange(state), failsWhenLocked: true });
        const both = [commitOrFail(held), commitOrFail(other)];
        const locked = { code: 'service_unavailable' };
        await expect(both[0]).rejects.toMatchObject(locked);
        expect(await both[1]).toBe('applied');
        await expect(commitOrFail(held)).rejects.toMatchObject(locked);
        await unlock();
        await group.close();
      });

      it('are all written or none when their connection breaks', async () => {
        const sessions = [await openSession(), await openSession()];
        const before = await Promise.all(sessions.map(({ session }) => stored(session.id)));
        const commits = sessions.map((one) => getChange(one));
        const event = commits[1]?.session?.events[0];
        const holder = await pool.connect();
        await holder.query('BEGIN');
        // The statement waits for the same event, after it has written the rows before it.
        await holder.query(
          `INSERT INTO outbox_event (merchant_id, id, mode, type, sequence, payload, created_at)
       VALUES ($1, $2, 'test', 'webhook_endpoint.ping', 0, '{}', now())`,
          [scope.merchantId, event?.id],
        );
        const results = together(commits);
        const killed = await waitFor(async () => {
          const { rowCount } = await holder.query(
            `SELECT pg_terminate_backend(pid) FROM (${lockWaits()}) waiting`,
          );
          return rowCount !== 0 && rowCount;
        });
        expect(killed).toBe(1);
        expect(await results).toEqual(['service_unavailable', 'service_unavailable']);
        await holder.query('ROLLBACK');
        holder.release();
        // A node of Citus may finish the call, which holds the lock of the session until then.
        for (const one of sessions) await (await lockSession(pool, one))();
        const after = await Promise.all(sessions.map(({ session }) => stored(session.id)));
        const isWritten = isCluster() && after[0]?.session.version !== 1;
        if (!isWritten) expect(after).toEqual(before);
        else for (const [n, one] of after.entries()) await expectApplied(one, commits[n]);
      });
    });

    it('a commit writes its session’s current attempt into the row of the session too', async () => {
      const { session } = await openSession();
      const write = async (change: (state: SessionState) => Partial<SessionWrite>) => {
        const state = await read(session.id);
        const rows = { cart: null, payments: [], history: [], events: [], ...change(state) };
        const result = await commit(getChange(state, rows));
        const written = await read(session.id);
        await expectCopied(written);
        return { result, attempt: written.attempt };
      };
      const failed = await write(({ attempt }) => ({
        attempts: [
          {
            before: attempt,
            after: { ...attempt, version: 2, status: 'failed', statusReason: 'payment_declined' },
          },
        ],
      }));
      expect(failed).toMatchObject({ result: 'applied', attempt: { status: 'failed' } });
      // Of a commit that writes no attempt, the row keeps its copy.
      expect(await write(() => ({ attempts: [] }))).toEqual(failed);
      const id = newId('pspacq');
      const replaced = await write(({ session: before, attempt }) => ({
        after: { ...before, attemptId: id },
        attempts: [
          { before: attempt, after: { ...attempt, status: 'superseded', isCurrent: false } },
          {
            before: null,
            after: { ...attempt, id, attemptNumber: 2, status: 'reserved', statusReason: null },
          },
        ],
      }));
      expect(replaced).toMatchObject({ attempt: { id, status: 'reserved', statusReason: null } });
      const old = await database.forScope(scope).attempts.find(session.id, failed.attempt.id);
      if (!old) throw new Error('there is no attempt');
      const late = await write(() => ({
        attempts: [
          { before: old, after: { ...old, status: 'succeeded', completionRecordedAt: new Date() } },
        ],
      }));
      expect(late).toEqual({ ...replaced, result: 'applied' });
      const lost = write(({ session: before }) => ({
        after: { ...before, attemptId: newId('pspacq') },
        attempts: [],
      }));
      await expect(lost).rejects.toThrow('is not written');
    });

    describe('commits of the same session or request', () => {
      it('are in separate statements, and the second has a conflict', async () => {
        const one = await openSession();
        expect(await together([getChange(one), getChange(one)])).toEqual(['applied', 'conflict']);
        expect(statements).toEqual([1, 1]);
        const key = newId('req');
        expect(await together([refusal(key, { first: 1 }), refusal(key)])).toEqual([
          'applied',
          'conflict',
        ]);
        expect(statements).toEqual([1, 1]);
        expect(await findOutcome(key)).toEqual({ first: 1 });
      });
    });
  },
);
