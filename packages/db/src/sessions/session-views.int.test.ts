import { isCluster } from '@parley/testing';
import { afterAll, expect, it, vi } from 'vitest';
import { getChange } from '../../test/commits.ts';
import {
  addAttempt,
  addMerchant,
  addSession,
  newId,
  openTestDatabase,
  reservedColumns,
  writeSession,
} from '../../test/rows.ts';
import { createClient } from '../sql/client.ts';
import { sessionViews } from './session-views.ts';

const { database, url, close } = await openTestDatabase();
afterAll(close);

it('reads one row, and others only for a session with payments or carts of other versions', async () => {
  const scope = await addMerchant(database);
  const reserved = await reservedColumns(database, scope);
  const { viewPool, close: closeClient } = createClient({ url });
  const query = vi.spyOn(viewPool, 'query');
  const { findWithCarts } = sessionViews(viewPool);
  const id = await addSession(database, scope, { cartSnapshot: { version: 1 } });
  await addAttempt(database, scope, id, reserved);
  const find = async () => {
    query.mockClear();
    const view = await findWithCarts(scope, id);
    const loaded = await database.forScope(scope).sessions.find(id);
    expect(loaded).toMatchObject({ ...view });
    return { sent: query.mock.calls.map(([sent]) => Object(sent).name), view };
  };
  const both = ['merchant_views', 'complete_merchant_views'];
  expect(await find()).toMatchObject({ sent: ['merchant_views'], view: { payments: [] } });
  const change = { attempts: [], history: [], events: [] };
  await writeSession(database, scope, id, ({ session }) => ({
    after: { ...session, cartVersion: 2, quoteCartVersion: 2 },
    cart: { before: { version: 1 }, after: { version: 2 } },
  }));
  expect(await find()).toMatchObject({
    sent: both,
    view: { cartSnapshot: { version: 2 }, finalCartSnapshot: { version: 1 } },
  });
  await writeSession(database, scope, id, ({ session }) => ({
    after: { ...session, finalCartVersion: 2 },
  }));
  expect((await find()).sent).toEqual(['merchant_views']);
  await writeSession(database, scope, id, (state) => {
    const { payments = [] } = getChange(state, change).session ?? {};
    return { after: { ...state.session, paymentStatus: 'refunded' }, payments };
  });
  expect(await find()).toMatchObject({ sent: both, view: { payments: [{ currency: 'eur' }] } });
  expect(await findWithCarts(scope, newId('psess'))).toBeNull();
  await closeClient();
});

// Citus plans with the parameters, and the settings of a connection do not reach its shards.
it.skipIf(isCluster())(
  'plans its statement once per connection, with indexes although the tables are small',
  async () => {
    const scope = await addMerchant(database);
    const id = await addSession(database, scope, { paymentStatus: 'paid' });
    await addAttempt(database, scope, id);
    const { viewPool, close: closeClient } = createClient({ url });
    const { findWithCarts } = sessionViews(viewPool);
    for (let times = 0; times < 3; times++) {
      expect(await findWithCarts(scope, id)).toMatchObject({ session: { id } });
    }
    const prepared = await viewPool.query(`
    SELECT name, custom_plans::int AS custom, generic_plans::int AS generic
    FROM pg_prepared_statements WHERE name LIKE '%views%' ORDER BY name`);
    expect(prepared.rows).toEqual(
      ['complete_merchant_views', 'merchant_views'].map((name) => ({
        name,
        custom: 0,
        generic: 3,
      })),
    );
    const plan = await viewPool.query(
      `EXPLAIN EXECUTE complete_merchant_views('${scope.merchantId}', 'test', '{${id}}')`,
    );
    expect(JSON.stringify(plan.rows)).not.toMatch(/Seq Scan|Hash|Sort/);
    await closeClient();
  },
);
