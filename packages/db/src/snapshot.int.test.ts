import { afterAll, expect, it } from 'vitest';
import { addAttempt, addMerchant, addSession, openTestDatabase } from '../test/rows.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

it('a snapshot does not see what is written after its first read', async () => {
  const scope = await addMerchant(database);
  const id = await addSession(database, scope);
  await addAttempt(database, scope, id);
  const [before, after] = await database.snapshot(scope, async ({ sessions, exports }) => {
    const loaded = await sessions.find(id);
    await database.client.cartRevision.create({
      data: {
        merchantId: scope.merchantId,
        proxySessionId: id,
        cartVersion: 2,
        amountMinor: 1,
        currency: 'eur',
        cartSnapshot: {},
        createdAt: new Date(),
      },
    });
    const { carts } = await exports.listSessionParts([id]);
    return [loaded?.session.cartVersion, carts.map(({ cartVersion }) => cartVersion)];
  });
  expect([before, after]).toEqual([1, [1]]);
});
