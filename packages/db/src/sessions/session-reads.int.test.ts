import { isCluster } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { createRefusal } from '../../test/commits.ts';
import { addAttempt, addMerchant, addSession, openTestDatabase } from '../../test/rows.ts';
import { createClient } from '../sql/client.ts';
import { createSessionReads } from './session-reads.ts';

const { database, url, close } = await openTestDatabase();
const { viewPool, close: closeClient } = createClient({ url });
afterAll(async () => {
  await closeClient();
  await close();
});
const observed: Date[] = [];
const read = createSessionReads(viewPool, { observe: (now) => observed.push(now) });

it('reads concurrent requests in one statement, each with its session and its stored outcome', async () => {
  const scope = await addMerchant(database);
  const ids = [await addSession(database, scope), await addSession(database, scope)] as const;
  for (const id of ids) await addAttempt(database, scope, id);
  for (const key of ['first', 'second']) {
    await database.commit(createRefusal(scope, key, { output: key }));
  }
  const request = (key: string) => ({ method: 'POST', path: '/things', key });
  const found = await Promise.all([
    read(scope, ids[0], request('first')),
    read(scope, ids[0], request('second')),
    read(scope, ids[1], request('unused')),
    read(scope, ids[1]),
    read(scope, 'psess_missing00000000000000000000000000', request('first')),
    read({ ...scope, mode: 'live' }, ids[0], request('first')),
  ]);
  expect(found.map((one) => one && [one.session.session.id, one.storedOutcome?.outcome])).toEqual([
    [ids[0], { output: 'first' }],
    [ids[0], { output: 'second' }],
    [ids[1], undefined],
    [ids[1], undefined],
    null,
    null,
  ]);
  expect(observed).toEqual([found[0]?.session.now]);
});

// Citus plans with the parameters, and the settings of a connection do not reach its shards.
it.skipIf(isCluster())('plans the statement once per connection, with indexes', async () => {
  const scope = await addMerchant(database);
  await read(scope, await addSession(database, scope));
  const { rows } = await viewPool.query(`
    SELECT custom_plans::int AS custom, generic_plans > 0 AS generic
    FROM pg_prepared_statements WHERE name = 'session_reads'`);
  expect(rows).toEqual([{ custom: 0, generic: true }]);
  const plan = await viewPool.query(
    "EXPLAIN EXECUTE session_reads('merch', 'test', '{}', '{}', '{}', '{}')",
  );
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).not.toMatch(/Seq Scan|Hash/);
  // Before PostgreSQL 17, a plan for an empty table compares the ids in a filter, until the first ANALYZE.
  const { rows: versions } = await viewPool.query('SHOW server_version_num');
  const compared = versions[0].server_version_num >= 170_000 ? 'Index Cond' : 'Filter';
  expect(text).toMatch(new RegExp(`${compared}: [^\\n]*\\(id = ANY`));
});
