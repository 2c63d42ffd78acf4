import { DomainError } from '@parley/domain';
import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addSession,
  type Committer,
  openTestDatabase,
  reservedColumns,
  writeSession,
} from '../test/rows.ts';
import { startTunnel } from '../test/tunnel.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { StaleWrite } from './sql/errors.ts';
import type { AttemptRecord } from './sql/records.ts';

const opened = await openTestDatabase();
const database = opened.database;
const scope = await addMerchant(database);
afterAll(() => opened.close());

/** The same database with timeouts that a test can wait for. */
const openWithTimeouts = (timeouts: DatabaseOptions['timeouts']) =>
  openDatabase({
    url: opened.url,
    encryptionKeys: opened.encryptionKeys,
    ...(timeouts === undefined ? {} : { timeouts }),
  });
const unavailable = { code: 'service_unavailable', retryAfterSeconds: 1 };

it('prepares each statement once per connection and plans every execution', async () => {
  const options = { url: opened.url, encryptionKeys: opened.encryptionKeys, poolSize: 1 };
  const single = openDatabase(options);
  const find = () => single.forScope(scope).merchants.find(scope.merchantId);
  for (let times = 0; times < 7; times++) await find();
  const prepared = await single.client.$queryRaw`
    SELECT custom_plans::int AS custom, generic_plans::int AS generic
    FROM pg_prepared_statements WHERE statement LIKE 'SELECT "public"."merchant"%'`;
  await single.close();
  expect(prepared).toEqual([{ custom: 7, generic: 0 }]);
});

it('prepares a statement again after a migration has changed the type of a column', async () => {
  const options = { url: opened.url, encryptionKeys: opened.encryptionKeys, poolSize: 1 };
  const running = openDatabase(options);
  const find = () => running.forScope(scope).merchants.find(scope.merchantId);
  const migrate = (sql: string) => database.client.$executeRawUnsafe(sql);
  await find();
  await migrate('ALTER TABLE merchant ALTER COLUMN name TYPE varchar');
  await expect(find()).rejects.toMatchObject(unavailable);
  expect(await find()).toMatchObject({ id: scope.merchantId });
  await migrate('ALTER TABLE merchant ALTER COLUMN name TYPE text');
  const inTransaction = running.transaction(scope, (tx) => tx.merchants.find(scope.merchantId));
  expect(await inTransaction).toMatchObject({ id: scope.merchantId });
  await running.close();
});

describe('a transaction', () => {
  it('rolls back every write when the work throws', async () => {
    const work = database.transaction(scope, async (tx) => {
      await tx.merchants.insert({ id: 'merch_new', name: 'New' });
      throw new DomainError('not_found', 'No.');
    });
    await expect(work).rejects.toMatchObject({ code: 'not_found', message: 'No.' });
    expect(await database.forScope(scope).merchants.find('merch_new')).toBeNull();
  });

  it('returns the same database time from beginning to end', async () => {
    const [first, second] = await database.transaction(scope, async (tx) => {
      const before = await tx.now();
      await database.client.$executeRaw`SELECT pg_sleep(0.02)`;
      return [before, await tx.now()];
    });
    expect(second).toEqual(first);
  });

  it('continues after a failed savepoint without its writes', async () => {
    const results = await database.transaction(scope, async (tx) => {
      await tx.merchants.insert({ id: 'merch_before', name: 'Before' });
      const rolledBack = await tx
        .savepoint(async () => {
          await tx.merchants.insert({ id: 'merch_rolled_back', name: 'Rolled back' });
          throw new Error('no');
        })
        .catch((error: Error) => error.message);
      return [rolledBack, await tx.savepoint(async () => 'done')];
    });
    expect(results).toEqual(['no', 'done']);
    expect(await database.forScope(scope).merchants.find('merch_before')).not.toBeNull();
    expect(await database.forScope(scope).merchants.find('merch_rolled_back')).toBeNull();
  });

  it('continues after a savepoint that failed in PostgreSQL', async () => {
    await database.transaction(scope, async (tx) => {
      const duplicate = () => tx.merchants.insert({ id: scope.merchantId, name: 'Twice' });
      await expect(tx.savepoint(duplicate)).rejects.toThrow();
      await tx.merchants.insert({ id: 'merch_after', name: 'After' });
    });
    expect(await database.forScope(scope).merchants.find('merch_after')).not.toBeNull();
  });

  it('rolls back an inner savepoint together with the outer one', async () => {
    await database.transaction(scope, async (tx) => {
      const outer = tx.savepoint(async () => {
        await tx.savepoint(() => tx.merchants.insert({ id: 'merch_inner', name: 'Inner' }));
        throw new Error('no');
      });
      await expect(outer).rejects.toThrow('no');
    });
    expect(await database.forScope(scope).merchants.find('merch_inner')).toBeNull();
  });

  it('runs at most four times after stale writes, then fails with service_unavailable', async () => {
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

  it('runs once when the work throws a DomainError or another error', async () => {
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

describe('two transactions in a deadlock', () => {
  it('both succeed: what PostgreSQL aborts runs again', async () => {
    const ids = [await addSession(database, scope), await addSession(database, scope)];
    let tries = 0;
    const waiting = new Set<number>();
    const lockInOrder = (who: number, order: readonly (string | undefined)[]) =>
      database.transaction(scope, async (tx) => {
        tries += 1;
        await tx.sessions.lock(order[0] ?? '');
        waiting.add(who);
        // Neither requests its second lock before both hold their first.
        await waitFor(() => waiting.size === 2, { everyMs: 1 });
        await tx.sessions.lock(order[1] ?? '');
        return who;
      });
    const both = [lockInOrder(1, ids), lockInOrder(2, ids.toReversed())];
    expect(await Promise.all(both)).toEqual([1, 2]);
    // A server aborts one of the two; on a cluster, the node and the coordinator may each abort one.
    expect(tries).toBeGreaterThanOrEqual(3);
  });
});

describe('a database error', () => {
  it('for a provider object that another attempt has is provider_object_conflict', async () => {
    const columns = await reservedColumns(database, scope);
    const root = {
      providerRootObjectId: 'pi_twice',
      providerRootObjectType: 'payment_intent',
      rootCreatedBy: 'merchant',
    } as const;
    const [first, second] = [await addSession(database, scope), await addSession(database, scope)];
    await addAttempt(database, scope, first, { ...columns, ...root });
    await addAttempt(database, scope, second, columns);
    const change = (id: string, columns: Partial<AttemptRecord>, by: Committer = database) =>
      writeSession(
        database,
        scope,
        id,
        ({ attempt }) => ({ attempts: [{ before: attempt, after: { ...attempt, ...columns } }] }),
        by,
      );
    const conflict = { code: 'provider_object_conflict' };
    await expect(change(second, root)).rejects.toMatchObject(conflict);
    const inTransaction = database.transaction(scope, (tx) => change(second, root, tx));
    await expect(inTransaction).rejects.toMatchObject(conflict);
    const setup = {
      providerSetupIntentId: 'seti_twice',
      setupIntentCreatedBy: 'merchant',
    } as const;
    expect(await change(second, setup)).toBe('applied');
    const third = await addSession(database, scope);
    await addAttempt(database, scope, third, columns);
    await expect(change(third, setup)).rejects.toMatchObject(conflict);
  });

  it('contains the error code and none of the values', async () => {
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

  it('for a statement that exceeds the timeout is service_unavailable', async () => {
    const limited = openWithTimeouts({ statementMs: 200 });
    const slow = limited.transaction(scope, async (tx) => {
      await tx.merchants.find(scope.merchantId);
      await limited.client.$executeRaw`SELECT pg_sleep(10)`;
    });
    await expect(slow).rejects.toMatchObject(unavailable);
    await limited.close();
  });

  it('for a lock that exceeds the lock timeout is service_unavailable', async () => {
    const limited = openWithTimeouts({ lockMs: 200 });
    const id = await addSession(database, scope);
    const error = await database.transaction(scope, async (tx) => {
      await tx.sessions.lock(id);
      const second = limited.transaction(scope, (inner) => inner.sessions.lock(id));
      return second.catch((error: unknown) => error);
    });
    expect(error).toMatchObject(unavailable);
    await limited.close();
  });

  it('is reported within 5 s per statement, 3 s per lock and 10 s per idle transaction', async () => {
    const standard = openWithTimeouts(undefined);
    const rows = await standard.client.$queryRaw<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings WHERE name LIKE '%\_timeout' AND source = 'client'
      ORDER BY name`;
    await standard.close();
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '3000' },
      { name: 'statement_timeout', setting: '5000' },
    ]);
  });

  it('for an outage is service_unavailable, and the database works again after the outage', async () => {
    const tunnel = await startTunnel(opened.url);
    const proxied = openDatabase({ url: tunnel.url, encryptionKeys: opened.encryptionKeys });
    try {
      await proxied.transaction(scope, (tx) => tx.now());
      await tunnel.close();
      await expect(proxied.ping()).rejects.toMatchObject(unavailable);
      await expect(proxied.transaction(scope, (tx) => tx.now())).rejects.toMatchObject(unavailable);
      await tunnel.reopen();
      expect(await proxied.transaction(scope, (tx) => tx.now())).toBeInstanceOf(Date);
      // A connection that breaks in the middle of a transaction.
      const broken = proxied.transaction(scope, async (tx) => {
        await tx.now();
        await tunnel.close();
        return tx.now();
      });
      await expect(broken).rejects.toMatchObject(unavailable);
    } finally {
      await proxied.close();
      await tunnel.close();
    }
  });

  it('for a server that accepts no writes is service_unavailable, also before the first write', async () => {
    const { url, encryptionKeys } = opened;
    const standby = openDatabase({ url, encryptionKeys, readOnly: true });
    await expect(standby.ping()).rejects.toMatchObject({
      ...unavailable,
      cause: new Error('the database is unavailable (25006)'),
    });
    const { merchants } = standby.forScope(scope);
    const copy = merchants.insert({ id: scope.merchantId, name: 'Nord' });
    await expect(copy).rejects.toMatchObject(unavailable);
    expect(await merchants.find(scope.merchantId)).not.toBeNull();
    await standby.close();
  });
});
