import { DomainError } from '@parley/domain';
import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addSession,
  openTestDatabase,
  reservedColumns,
} from '../test/rows.ts';
import { startTunnel } from '../test/tunnel.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { StaleWrite } from './errors.ts';
import type { Scope } from './records.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let database: Database;
let scope: Scope;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  scope = await addMerchant(database);
});
afterAll(() => opened.close());

/** The same database with time-outs that a test can wait for. */
const openImpatient = (timeouts: DatabaseOptions['timeouts']) =>
  openDatabase({
    url: opened.url,
    encryptionKey: opened.encryptionKey,
    ...(timeouts === undefined ? {} : { timeouts }),
  });
const unavailable = { code: 'service_unavailable', retryAfterSeconds: 1 };
const nameOf = async () => (await database.forScope(scope).merchants.find(scope.merchantId))?.name;
const rename = (name: string) =>
  database.client.merchant.update({ where: { id: scope.merchantId }, data: { name } });

describe('a transaction', () => {
  it('is all or nothing', async () => {
    await rename('before');
    const work = database.transaction(scope, async (tx) => {
      await tx.merchants.insert({ id: 'merch_new', name: 'New' });
      throw new DomainError('not_found', 'No.');
    });
    await expect(work).rejects.toMatchObject({ code: 'not_found', message: 'No.' });
    expect(await database.forScope(scope).merchants.find('merch_new')).toBeNull();
  });

  it('tells one time, that of the database, from its beginning to its end', async () => {
    const [first, second] = await database.transaction(scope, async (tx) => {
      const before = await tx.now();
      await database.client.$executeRaw`SELECT pg_sleep(0.02)`;
      return [before, await tx.now()];
    });
    expect(second).toEqual(first);
  });

  it('goes on after a step that was undone, without what the step wrote', async () => {
    const kept = await database.transaction(scope, async (tx) => {
      await tx.merchants.insert({ id: 'merch_kept', name: 'Kept' });
      const undone = await tx
        .savepoint(async () => {
          await tx.merchants.insert({ id: 'merch_undone', name: 'Undone' });
          throw new Error('no');
        })
        .catch((error: Error) => error.message);
      return [undone, await tx.savepoint(async () => 'done')];
    });
    expect(kept).toEqual(['no', 'done']);
    expect(await database.forScope(scope).merchants.find('merch_kept')).not.toBeNull();
    expect(await database.forScope(scope).merchants.find('merch_undone')).toBeNull();
  });

  it('goes on after a step that PostgreSQL refused', async () => {
    await database.transaction(scope, async (tx) => {
      const again = () => tx.merchants.insert({ id: scope.merchantId, name: 'Twice' });
      await expect(tx.savepoint(again)).rejects.toThrow();
      await tx.merchants.insert({ id: 'merch_after', name: 'After' });
    });
    expect(await database.forScope(scope).merchants.find('merch_after')).not.toBeNull();
  });

  it('keeps what a step wrote inside a step, unless the outer one is undone', async () => {
    await database.transaction(scope, async (tx) => {
      const outer = tx.savepoint(async () => {
        await tx.savepoint(() => tx.merchants.insert({ id: 'merch_inner', name: 'Inner' }));
        throw new Error('no');
      });
      await expect(outer).rejects.toThrow('no');
    });
    expect(await database.forScope(scope).merchants.find('merch_inner')).toBeNull();
  });

  it('is run again after a guarded update that came too late, four times at most', async () => {
    let tries = 0;
    const late = (upTo: number) =>
      database.transaction(scope, async () => {
        tries += 1;
        if (tries < upTo) throw new StaleWrite('late');
        return tries;
      });
    expect(await late(4)).toBe(4);
    tries = 0;
    await expect(late(5)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(tries).toBe(4);
  });

  it('is not run again after a refusal or a failure of its own', async () => {
    for (const error of [new DomainError('session_expired'), new Error('ours')]) {
      let tries = 0;
      const work = database.transaction(scope, async () => {
        tries += 1;
        throw error;
      });
      await expect(work).rejects.toBe(error);
      expect(tries).toBe(1);
    }
  });
});

describe('two transactions that wait for each other', () => {
  it('both come through: PostgreSQL ends one, and it is run again', async () => {
    const ids = [await addSession(database, scope), await addSession(database, scope)];
    let tries = 0;
    const waiting = new Set<number>();
    const lockInOrder = (who: number, order: readonly (string | undefined)[]) =>
      database.transaction(scope, async (tx) => {
        tries += 1;
        await tx.sessions.lock(order[0] ?? '');
        waiting.add(who);
        // Neither asks for its second lock before both have their first.
        await waitFor(() => waiting.size === 2, { everyMs: 1 });
        await tx.sessions.lock(order[1] ?? '');
        return who;
      });
    const both = [lockInOrder(1, ids), lockInOrder(2, ids.toReversed())];
    expect(await Promise.all(both)).toEqual([1, 2]);
    expect(tries).toBe(3);
  });
});

describe('a failure of the database', () => {
  it('that is a second attempt for the same provider object is a conflict', async () => {
    const columns = await reservedColumns(database, scope);
    const root = { providerRootObjectId: 'pi_twice', providerRootObjectType: 'payment_intent' };
    const [first, second] = [await addSession(database, scope), await addSession(database, scope)];
    await addAttempt(database, scope, first, { ...columns, ...root });
    await addAttempt(database, scope, second, columns);
    const loaded = await database.forScope(scope).sessions.find(second);
    if (!loaded) throw new Error('there is no session');
    const { attempt } = loaded;
    const update = () => database.forScope(scope).attempts.update(attempt, { ...attempt, ...root });
    await expect(update()).rejects.toMatchObject({ code: 'provider_object_conflict' });
    const inTransaction = database.transaction(scope, (tx) =>
      tx.attempts.update(attempt, { ...attempt, ...root }),
    );
    await expect(inTransaction).rejects.toMatchObject({ code: 'provider_object_conflict' });
    const setup = { providerSetupIntentId: 'seti_twice' };
    await database.forScope(scope).attempts.update(attempt, { ...attempt, ...setup });
    const third = await addSession(database, scope);
    await addAttempt(database, scope, third, columns);
    const other = await database.forScope(scope).sessions.find(third);
    if (!other) throw new Error('there is no session');
    await expect(
      database.forScope(scope).attempts.update(other.attempt, { ...other.attempt, ...setup }),
    ).rejects.toMatchObject({ code: 'provider_object_conflict' });
  });

  it('tells what failed and none of the values', async () => {
    const insert = database
      .forScope(scope)
      .merchants.insert({ id: scope.merchantId, name: 'secret name' });
    const error = await insert.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(DomainError);
    expect(String(error)).toMatch(/P2002/);
    expect(String(error)).not.toContain('secret name');
    expect(String(error)).not.toContain(scope.merchantId);
  });

  it('by a statement that takes too long is answered as service_unavailable', async () => {
    const impatient = openImpatient({ statementMs: 200 });
    const slow = impatient.transaction(scope, async (tx) => {
      await tx.merchants.find(scope.merchantId);
      await impatient.client.$executeRaw`SELECT pg_sleep(10)`;
    });
    await expect(slow).rejects.toMatchObject(unavailable);
    await impatient.close();
  });

  it('by a lock that is not to be had in time is answered as service_unavailable', async () => {
    const impatient = openImpatient({ lockMs: 200 });
    const id = await addSession(database, scope);
    const refused = await database.transaction(scope, async (tx) => {
      await tx.sessions.lock(id);
      const second = impatient.transaction(scope, (other) => other.sessions.lock(id));
      return second.catch((error: unknown) => error);
    });
    expect(refused).toMatchObject(unavailable);
    await impatient.close();
  });

  it('is noticed within 5 s per statement, 3 s per lock and 10 s per idle transaction', async () => {
    const rows = await database.client.$queryRaw<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings WHERE name LIKE '%\_timeout' AND source = 'client'
      ORDER BY name`;
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '3000' },
      { name: 'statement_timeout', setting: '5000' },
    ]);
  });

  it('by its absence ends when it is back, without a restart', async () => {
    const tunnel = await startTunnel(opened.url);
    const far = openDatabase({ url: tunnel.url, encryptionKey: opened.encryptionKey });
    try {
      await far.ping();
      await tunnel.cut();
      await expect(far.ping()).rejects.toMatchObject(unavailable);
      await expect(far.transaction(scope, (tx) => tx.now())).rejects.toMatchObject(unavailable);
      await tunnel.mend();
      await far.ping();
      expect(await far.transaction(scope, (tx) => tx.now())).toBeInstanceOf(Date);
      // A connection that breaks in the middle of a transaction.
      const broken = far.transaction(scope, async (tx) => {
        await tx.now();
        await tunnel.cut();
        return tx.now();
      });
      await expect(broken).rejects.toMatchObject(unavailable);
    } finally {
      await far.close();
      await tunnel.cut();
    }
  });
});

describe('the scope of a repository', () => {
  it('is one merchant and one mode, for reading and for locking', async () => {
    const id = await addSession(database, scope);
    await addAttempt(database, scope, id);
    const strangers: Scope[] = [await addMerchant(database), { ...scope, mode: 'live' }];
    expect((await database.forScope(scope).sessions.find(id))?.session.id).toBe(id);
    for (const stranger of strangers) {
      expect(await database.forScope(stranger).sessions.find(id)).toBeNull();
      expect(await database.transaction(stranger, (tx) => tx.sessions.lock(id))).toBeNull();
      expect(await database.forScope(stranger).attempts.listReserved(id)).toEqual([]);
    }
    await rename('after');
    expect(await nameOf()).toBe('after');
  });
});
