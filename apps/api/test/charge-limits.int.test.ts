import { currencyCodes } from '@parley/domain';
import { findChargeRefusal } from '@parley/provider';
import { createEmptyDatabase } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/src/server.ts';

const secretKey = 'sk_test_limits0001';
const AT_ONCE = 16;

let ledger: Awaited<ReturnType<typeof createEmptyDatabase>>;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  ledger = await createEmptyDatabase();
  sandbox = await startSandbox({
    databaseUrl: ledger.url,
    secretKey,
    publishableKey: 'pk_test_limits0001',
  });
});
afterAll(async () => {
  await sandbox.stop();
  await ledger.drop();
});

/** Whether the simulator creates a payment intent of this charge. */
async function isCharged(amountMinor: number, currency: string): Promise<boolean> {
  const { status } = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ amount: String(amountMinor), currency }),
  });
  expect([200, 400]).toContain(status);
  return status === 200;
}

it('the service refuses exactly the charges that the simulator refuses', async () => {
  // Around the limits of many currencies; 105 and 1005 are no multiples of 10.
  const amounts = [10, 40, 105, 290, 1_005, 20_000, 99_999_900, 100_000_000, 2_147_483_600];
  const charges = currencyCodes.flatMap((currency) =>
    amounts.map((amountMinor) => ({ amountMinor, currency })),
  );
  const different: string[] = [];
  for (let at = 0; at < charges.length; at += AT_ONCE) {
    await Promise.all(
      charges.slice(at, at + AT_ONCE).map(async ({ amountMinor, currency }) => {
        const isAccepted = findChargeRefusal({ amountMinor, currency }) === null;
        if (isAccepted !== (await isCharged(amountMinor, currency)))
          different.push(`${amountMinor} ${currency}`);
      }),
    );
  }
  expect(different).toEqual([]);
});
