import type { DueKind, DueMerchant, Holding, Lease } from '@parley/db';
import { canTakeSlot } from '@parley/domain';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createDueWork } from '../due-merchants.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';

const merchant = { id: 'merch_1', shard: '' };

/** The number of queues that a claim returns for one merchant that has more than enough. */
function getShare({ limit }: Lease, { of, free }: Holding): number {
  const held = of.get(merchant.id) ?? 0;
  let claimed = 0;
  while (claimed < limit && canTakeSlot(held + claimed, free - claimed)) claimed += 1;
  return claimed;
}

/**
 * Delivers the due queues of merchants; requests end when the test says so.
 * @param claimsSlow whether claims find queues of the slow lane, or other queues
 * @param countQueues the number of queues that a claim finds
 */
function startDelivery(
  claimsSlow: boolean,
  countQueues: (lease: Lease, holding: Holding, claims: number) => number,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const due = createDueWork();
  const claims: Lease[] = [];
  const requests: (() => void)[] = [];
  const webhookQueue = {
    claimEndpointQueues: async (
      lease: Lease,
      { slow, holding }: { slow: boolean; holding: Holding },
      merchants: readonly DueMerchant[],
    ) => {
      if (slow !== claimsSlow) return [];
      claims.push(lease);
      return Array.from({ length: countQueues(lease, holding, claims.length) }, (_, n) => ({
        merchantId: merchants[n % merchants.length]?.id,
        slowResponses: 0,
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
  it('holds five of the 24 queues of the slow lane for one merchant, and claims another when one ends', async () => {
    const { claims, requests, add, stop } = startDelivery(true, getShare);
    add('slow_endpoint_queues');
    await vi.waitFor(() => expect(requests).toHaveLength(5));
    await settle();
    expect(claims.map(({ limit }) => limit)).toEqual([24]);
    requests[0]?.();
    await vi.waitFor(() => expect(requests).toHaveLength(6));
    expect(claims[1]?.limit).toBe(20);
    await stop();
  });

  it('claims no queues after a stop for which it had no room before', async () => {
    const { claims, requests, add, stop } = startDelivery(true, ({ limit }) => limit);
    const merchants = Array.from({ length: 25 }, (_, n) => ({ id: `merch_${n}`, shard: '' }));
    add('slow_endpoint_queues', merchants);
    await vi.waitFor(() => expect(requests).toHaveLength(24));
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
    const { claims, requests, add, stop } = startDelivery(false, (_lease, _holding, claim) =>
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
