import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { createDueWork } from '../due-merchants.ts';
import { runWebhooks } from './run-webhooks.ts';

it('fans out at once the further events of merchants that have more than one fan-out takes', async () => {
  const [busy, other] = [
    { id: 'merch_1', shard: '' },
    { id: 'merch_2', shard: '' },
  ];
  const rounds: unknown[] = [];
  const fanOut = async (_limit: number, merchants: unknown) => {
    rounds.push(merchants);
    return { deliveries: 0, unfinished: rounds.length < 3 ? [busy] : [], apart: [] };
  };
  const stopping = new AbortController();
  const due = createDueWork();
  const done = runWebhooks({
    deps: { database: { webhookQueue: { fanOut } } },
    due,
    report: { recordDeclines: () => {} },
    logger: pino({ level: 'silent' }),
    signal: stopping.signal,
  } as unknown as Parameters<typeof runWebhooks>[0]);
  due.waiting_events.add([busy, other]);
  await vi.waitFor(() => expect(rounds).toEqual([[busy, other], [busy], [busy]]));
  stopping.abort();
  await done;
});

it('fans out merchants on their own, in turns, whose fan-out together failed or could delay others', async () => {
  const [large, small] = [
    { id: 'merch_1', shard: '' },
    { id: 'merch_2', shard: '' },
  ];
  const results = [{ deliveries: 0, unfinished: [], apart: [large] }];
  const fanOut = async () => {
    const result = results.shift();
    if (!result) throw new Error('statement timeout');
    return result;
  };
  const alone: unknown[] = [];
  const nothing = { events: 0, deliveries: 0, declines: [], spikes: [] };
  const fanOutMerchant = async (_limit: number, merchant: unknown) => {
    alone.push(merchant);
    const failure = merchant === small ? { failures: 1, error: new Error('refused') } : null;
    return { ...nothing, mayHaveMore: alone.length < 3, failure };
  };
  const logged: object[] = [];
  const stopping = new AbortController();
  const due = createDueWork();
  const done = runWebhooks({
    deps: { database: { webhookQueue: { fanOut, fanOutMerchant } } },
    due,
    report: { recordDeclines: () => {} },
    logger: { error: (entry: object) => logged.push(entry) },
    signal: stopping.signal,
  } as unknown as Parameters<typeof runWebhooks>[0]);
  due.waiting_events.add([large, small]);
  await vi.waitFor(() => expect(alone).toEqual([large, large, large]));
  due.waiting_events.add([small]);
  await vi.waitFor(() => expect(alone).toEqual([large, large, large, small]));
  await vi.waitFor(() => expect(logged).toHaveLength(2));
  expect(logged).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ msg: 'round failed', loop: 'waiting_events' }),
      expect.objectContaining({ msg: 'events of a merchant set aside', merchant_id: 'merch_2' }),
    ]),
  );
  stopping.abort();
  await done;
});
