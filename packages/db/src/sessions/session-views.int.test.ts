import { isCluster } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { addAttempt, addMerchant, addSession, openTestDatabase } from '../../test/rows.ts';
import { createClient } from '../sql/client.ts';
import { sessionViews } from './session-views.ts';

const { database, url, close } = await openTestDatabase();
afterAll(close);

// Citus plans with the parameters, and the settings of a connection do not reach its shards.
it.skipIf(isCluster())(
  'plans its statement once per connection, with indexes although the tables are small',
  async () => {
    const scope = await addMerchant(database);
    const id = await addSession(database, scope);
    await addAttempt(database, scope, id);
    const { viewPool, close: closeClient } = createClient({ url });
    const { findWithCarts } = sessionViews(viewPool);
    for (let times = 0; times < 3; times++) {
      expect(await findWithCarts(scope, id)).toMatchObject({
        session: { id },
        merchantName: 'Nord',
      });
    }
    const prepared = await viewPool.query(`
    SELECT custom_plans::int AS custom, generic_plans::int AS generic
    FROM pg_prepared_statements WHERE name = 'session_views_with_carts'`);
    expect(prepared.rows).toEqual([{ custom: 0, generic: 3 }]);
    const plan = await viewPool.query(
      `EXPLAIN EXECUTE session_views_with_carts('${scope.merchantId}', 'test', '{${id}}')`,
    );
    expect(JSON.stringify(plan.rows)).not.toMatch(/Seq Scan|Hash|Sort/);
    await closeClient();
  },
);
