import { waitFor } from '@parley/testing';
import { expect, it } from 'vitest';
import { startWebhooks } from '../test/webhooks.ts';

it("a worker delivers the late events of a killed worker's merchant before the killed worker's lease ends", async () => {
  const webhooks = await startWebhooks();
  try {
    const { client, scope, receiver } = webhooks;
    const [merchant] = await client.$queryRaw<{ hash: number }[]>`
      SELECT hashtext(${scope.merchantId}) AS hash`;
    // Of two workers, the first one by token has the lower half of the hashes.
    const killed = (merchant?.hash ?? 0) < 0 ? ' first' : '~ last';
    await client.$executeRaw`
      INSERT INTO worker_lease (token, leased_until) VALUES (${killed}, now() + interval '1 hour')`;
    await webhooks.endpoint('/');
    const stop = webhooks.startWorker();
    // Before it has its lease, a worker finds the work of all merchants.
    const leases = async () => (await client.workerLease.count()) === 2;
    await waitFor(leases, { what: 'the lease of the worker' });
    await webhooks.session();
    await receiver.waitForRequests(1);
    await stop();
    expect((await client.workerLease.findMany()).map(({ token }) => token)).toEqual([killed]);
  } finally {
    await webhooks.stop();
  }
});
