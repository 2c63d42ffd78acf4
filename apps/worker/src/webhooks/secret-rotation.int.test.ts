import { pingEndpoint, revokePreviousSecret } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSignedWith, startWebhooks, type Webhooks } from '../../test/webhooks.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => webhooks.stop());

/**
 * Waits until each queue of the endpoint has been claimed after this call. A claim reads the secrets, and a
 * queue has one claim at a time, so no request that only earlier secrets sign is in flight afterwards.
 */
async function allQueuesClaimedAgain(endpointId: string): Promise<void> {
  const { client } = webhooks;
  const [clock] = await client.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (!clock) throw new Error('the database returned no time');
  const claimed = new Set<number>();
  await waitFor(
    async () => {
      const queues = await client.$queryRaw<{ queueNumber: number; claimedAt: Date | null }[]>`
        SELECT queue_number AS "queueNumber", leased_until - interval '60 seconds' AS "claimedAt" FROM webhook_endpoint_queue
        WHERE endpoint_id = ${endpointId}`;
      for (const { queueNumber, claimedAt } of queues) {
        if (claimedAt !== null && claimedAt > clock.now) claimed.add(queueNumber);
      }
      return queues.length > 0 && claimed.size === queues.length;
    },
    { what: 'each queue of the endpoint to be claimed again', everyMs: 5 },
  );
}

describe('a rotation of the signing secret', () => {
  it('signs every delivery with a secret that the receiver holds, whenever it switches secrets', async () => {
    const { receiver } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    let held = await webhooks.rotateSecret(endpoint);
    let refused = 0;
    let accepted = 0;
    receiver.respondWith((response, one) => {
      const isValid = isSignedWith(held, one);
      if (isValid) accepted += 1;
      else refused += 1;
      response.writeHead(isValid ? 204 : 401).end();
    });
    webhooks.startWorker();
    let stop = false;
    const load = (async () => {
      while (!stop) await webhooks.session();
    })();
    try {
      for (let round = 0; round < 4; round++) {
        const before = accepted;
        await waitFor(() => accepted > before + 5);
        const next = await webhooks.rotateSecret(endpoint);
        await allQueuesClaimedAgain(endpoint);
        await waitFor(() => accepted > before + 15);
        held = next;
      }
    } finally {
      stop = true;
      await load;
    }
    expect(refused).toBe(0);
    expect(accepted).toBeGreaterThan(60);
  });

  it('lets both secrets sign until the older one expires, is revoked or is rotated out', async () => {
    const { receiver, deps, caller, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    const input = { webhook_endpoint_id: endpoint };
    const secrets = [await webhooks.rotateSecret(endpoint), await webhooks.rotateSecret(endpoint)];
    webhooks.startWorker();
    const signers = async (): Promise<boolean[]> => {
      const { delivery } = await pingEndpoint(deps, caller, input);
      const one = await waitFor(() =>
        receiver.received.find((got) => got.body.id === delivery.event_id),
      );
      return secrets.map((secret) => isSignedWith(secret, one));
    };
    expect(await signers()).toEqual([true, true]);
    secrets.push(await webhooks.rotateSecret(endpoint));
    expect(await signers()).toEqual([false, true, true]);
    await revokePreviousSecret(deps, caller, input);
    expect(await signers()).toEqual([false, false, true]);
    secrets.push(await webhooks.rotateSecret(endpoint));
    expect(await signers()).toEqual([false, false, true, true]);
    await client.$executeRaw`
      UPDATE webhook_endpoint SET previous_signing_secret_expires_at = now() - interval '1 millisecond'`;
    expect(await signers()).toEqual([false, false, false, true]);
  });
});
