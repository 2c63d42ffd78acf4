import type { SubscriptionRecord } from '@parley/db';
import { expect, it } from 'vitest';
import { subscriptionView } from './subscription-view.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

it.each<[string, boolean, Partial<SubscriptionRecord>]>([
  ['has not been read since its period ended an hour ago', true, {}],
  ['may still be renewed', false, { currentPeriodEnd: minutesAgo(59) }],
  ['was read after its period', false, { lastSyncedAt: minutesAgo(60) }],
  ['has ended', false, { endedAt: minutesAgo(60) }],
  ['has no period', false, { currentPeriodEnd: null }],
])('a subscription that %s is stale: %s', (_, stale, change) => {
  const record = {
    items: [],
    currentPeriodEnd: minutesAgo(60),
    lastSyncedAt: minutesAgo(61),
    endedAt: null,
    createdAt: minutesAgo(90),
    updatedAt: minutesAgo(90),
    ...change,
  } as unknown as SubscriptionRecord;
  expect(subscriptionView({ subscription: record, now }).diagnostic).toMatchObject({
    last_synced_at: record.lastSyncedAt.toISOString(),
    stale,
  });
});
