import { afterAll, expect, it } from 'vitest';
import { addMerchant, addSession, openTestDatabase } from '../test/rows.ts';

// Other statements may wait for a lock for longer than they may take.
const timeouts = { connectionMs: 30_000, lockMs: 60_000 };
const { database, close } = await openTestDatabase(() => ({ timeouts }));
afterAll(close);

it('a claim returns the other rows while one is locked', async () => {
  const scope = await addMerchant(database);
  const expiresAt = new Date(Date.now() - 1_000);
  const [locked, other] = [
    await addSession(database, scope, { expiresAt }),
    await addSession(database, scope, { expiresAt }),
  ];
  const claimed = await database.client.$transaction(
    async (holder) => {
      await holder.$queryRaw`SELECT 1 FROM proxy_session WHERE id = ${locked} FOR UPDATE`;
      return database.dueSessions.claimExpired({ token: 'token', seconds: 60, limit: 8 });
    },
    { timeout: 20_000 },
  );
  expect(claimed.map(({ id }) => id)).toEqual([other]);
});
