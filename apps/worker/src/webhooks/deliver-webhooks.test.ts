import type { DueKind, Lease } from '@parley/db';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createDueWork } from '../due-merchants.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';

const merchant = { id: 'merch_1', shard: '' };

/**
 * Delivers the due queues of one merchant; requests end when the test says so.
 * @param claimsFailing whether claims find queues whose last attempt failed, or other queues
 * @param queuesOf the number of queues that a claim finds
 */
function startDelivery(claimsFailing: boolean, queuesOf: (lease: Lease, claims: number) => number) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const due = createDueWork();
  const claims: Lease[] = [];
  const requests: (() => void)[] = [];
  const webhookQueue = {
    claimEndpointQueues: async (lease: Lease, { failing }: { failing: boolean }) => {
      if (failing !== claimsFailing) return [];
      claims.push(lease);
      return Array.from({ length: queuesOf(lease, claims.length) }, () => ({
        merchantId: merchant.id,
        status: 'active',
        secrets: ['whsec_bmV3'],
        deliveries: [{ eventId: 'evt_1', attempts: 0, attemptsBefore: 0, body: Buffer.from('{}') }],
      }));
    },
    readDueDeliveries: async () => [[]],
  };
  const send = async () => {
    await new Promise<void>((resolve) => requests.push(resolve));
    return { kind: 'failed', failure: 'timeout' };
  };
  const log = { addAttempt: () => {}, waitForCapacity: async () => {}, release: async () => {} };
  const done = deliverWebhooks(due, {
    deps: { database: { webhookQueue } },
    logger: pino({ level: 'silent' }),
    sender: { send },
    log,
    signal,
  } as unknown as Parameters<typeof deliverWebhooks>[1]);
  return {
    claims,
    requests,
    add: (kind: DueKind, merchants = [merchant]) => due[kind].add(merchants),
    stop: async () => {
      stopping.abort();
      for (const end of requests) end();
      await done;
    },
  };
}

/** Longer than the delivery gathers queues before a claim. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('the delivery of webhooks', () => {
  it('holds at most eight queues whose last attempt failed, and claims another when one ends', async () => {
    const { claims, requests, add, stop } = startDelivery(true, ({ limit }) => limit);
    add('failing_endpoint_queues');
    await vi.waitFor(() => expect(requests).toHaveLength(8));
    await settle();
    expect(claims.map(({ limit }) => limit)).toEqual([8]);
    requests[0]?.();
    await vi.waitFor(() => expect(requests).toHaveLength(9));
    expect(claims[1]?.limit).toBe(1);
    await stop();
  });

  it('claims no queues after a stop for which it had no room before', async () => {
    const { claims, requests, add, stop } = startDelivery(true, ({ limit }) => limit);
    add('failing_endpoint_queues');
    await vi.waitFor(() => expect(requests).toHaveLength(8));
    await settle();
    await stop();
    expect(claims).toHaveLength(1);
  });

  it('claims again at once when one of two shards may have used its part of the limit', async () => {
    const found = [15, 16, 0];
    const { claims, add, stop } = startDelivery(false, () => found.shift() ?? 0);
    const merchants = ['1', '2'].map((shard) => ({ id: `merch_${shard}`, shard }));
    add('endpoint_queues', merchants);
    await settle();
    expect(claims.map(({ limit }) => limit)).toEqual([32]);
    add('endpoint_queues', merchants);
    await vi.waitFor(() => expect(claims.map(({ limit }) => limit)).toEqual([32, 32, 32]));
    await stop();
  });

  it('claims again when a queue ends, because more may have become due', async () => {
    const { claims, requests, add, stop } = startDelivery(false, (_, claim) =>
      claim === 1 ? 1 : 0,
    );
    add('endpoint_queues');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    await settle();
    expect(claims).toHaveLength(1);
    requests[0]?.();
    await vi.waitFor(() => expect(claims).toHaveLength(2));
    await stop();
  });
});
