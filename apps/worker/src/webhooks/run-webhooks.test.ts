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
    return { deliveries: 0, unfinished: rounds.length < 3 ? [busy] : [] };
  };
  const stopping = new AbortController();
  const due = createDueWork();
  const done = runWebhooks({
    deps: { database: { webhookQueue: { fanOut } } },
    due,
    declineReport: { record: () => {} },
    logger: pino({ level: 'silent' }),
    signal: stopping.signal,
  } as unknown as Parameters<typeof runWebhooks>[0]);
  due.waiting_events.add([busy, other]);
  await vi.waitFor(() => expect(rounds).toEqual([[busy, other], [busy], [busy]]));
  stopping.abort();
  await done;
});
