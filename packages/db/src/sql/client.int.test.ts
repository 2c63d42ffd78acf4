import { isCluster, waitFor } from '@parley/testing';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { claimsOfAll } from '../../test/claims.ts';
import { createRefusal } from '../../test/commits.ts';
import { openProviderEvents } from '../../test/provider-events.ts';
import { addMerchant, newId, openTestDatabase } from '../../test/rows.ts';
import { openDatabase } from '../database.ts';
import { createClient } from './client.ts';

const opened = await openTestDatabase();
afterAll(() => opened.close());

const off = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'off']));

it('the connections of each pool have the settings that its statements need', async () => {
  const { pool, queuePool, viewPool, writePool, close } = createClient({
    url: opened.url,
  });
  const readSettings = async (one: pg.Pool) => {
    const { rows } = await one.query<{ name: string; setting: string }>(`
      SELECT name, setting FROM pg_settings WHERE source IN ('client', 'session') AND (name LIKE 'enable_%'
        OR name IN ('jit', 'join_collapse_limit', 'plan_cache_mode', 'synchronous_commit', 'lock_timeout'))`);
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  };
  expect(await readSettings(pool)).toEqual({
    plan_cache_mode: 'force_custom_plan',
    lock_timeout: '3000',
  });
  expect(await readSettings(queuePool)).toEqual({
    ...off('enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin'),
    synchronous_commit: 'off',
    join_collapse_limit: '1',
    plan_cache_mode: 'force_custom_plan',
    lock_timeout: '3000',
  });
  const plannedOnce = {
    ...off('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'),
    // Citus chooses shards by the parameters.
    plan_cache_mode: isCluster() ? 'force_custom_plan' : 'force_generic_plan',
  };
  expect(await readSettings(viewPool)).toEqual({ ...plannedOnce, lock_timeout: '3000' });
  expect(await readSettings(writePool)).toEqual({
    ...plannedOnce,
    join_collapse_limit: '1',
    lock_timeout: '200',
  });
  await close();
});

it('a closed database has no connection left, and an open one reports those in use', async () => {
  const { database } = opened;
  const url = new URL(opened.url);
  url.searchParams.set('application_name', 'closing');
  const options = { url: url.href, encryptionKeys: opened.encryptionKeys };
  const closing = openDatabase({ ...options, poolSize: 2 });
  const scope = await addMerchant(database);
  const idle = { size: 2, open: 1, idle: 1, waiting: 0 };
  await closing.ping();
  expect(closing.poolUsage()).toEqual(idle);
  await closing.transaction(scope, async () => {
    expect(closing.poolUsage()).toEqual({ ...idle, idle: 0 });
  });
  await closing.sessionViews.find(scope, newId('psess'));
  await closing.commit(createRefusal(scope));
  await claimsOfAll(closing).fanOut(1);
  await openProviderEvents(closing).insert(scope, newId('evt'));
  const connections = async () => {
    const [row] = await database.client.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'closing'`;
    return row?.count;
  };
  expect(await connections()).toBe(4);
  await closing.close();
  await waitFor(async () => (await connections()) === 0);
  const standard = openDatabase(options);
  expect(standard.poolUsage().size).toBe(10);
  await standard.close();
});
