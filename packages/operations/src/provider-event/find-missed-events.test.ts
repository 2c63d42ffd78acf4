import type { ProviderCursor, ProviderEventRecord } from '@parley/db';
import { DomainError, type Mode, type ProviderConfigId } from '@parley/domain';
import type { Provider, ProviderNotification } from '@parley/provider';
import { describe, expect, it } from 'vitest';
import type { Deps } from '../request/deps.ts';
import { findMissedEvents } from './find-missed-events.ts';

const now = new Date('2026-11-22T12:00:00.700Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const hourAgo = new Date('2026-11-22T11:00:00.000Z');
const options = { everySeconds: 60, settleSeconds: 10 };

const event = (id: string, livemode = false): ProviderNotification => ({
  id,
  type: 'payment_intent.succeeded',
  topic: 'payment',
  occurredAt: hourAgo,
  livemode,
  objectId: 'pi_1',
  objectType: 'payment_intent',
  attempts: [],
  relatedSubscriptionId: null,
  owners: [],
  takenId: null,
  amount: null,
  decline: null,
  payload: { id },
});

interface Case {
  readonly readUntil?: Date;
  readonly failures?: number;
  readonly mode?: Mode;
  /** The pages of the provider's list, or the error of reading it. */
  readonly pages?: readonly (readonly ProviderNotification[])[] | Error;
  /** Ids of events that the database refuses, or its error for all of them. */
  readonly refused?: readonly string[] | Error;
  readonly hasConfig?: boolean;
}

/** Reads the list of an account; returns what was requested, stored and recorded. */
async function find(given: Case) {
  const { readUntil = hourAgo, failures = 0, mode = 'test', pages = [[]], refused = [] } = given;
  const requested: Parameters<Provider['listEvents']>[0][] = [];
  const stored: ProviderEventRecord[] = [];
  const outcomes: object[] = [];
  const cursor: ProviderCursor = {
    merchantId: 'merch_1',
    mode,
    providerConfigId: 'pspcfg_1' as ProviderConfigId,
    readUntil,
    failures,
    leaseToken: 'token',
    now,
  };
  const deps = {
    database: {
      forScope: () => ({
        providerConfigs: { find: async () => ((given.hasConfig ?? true) ? {} : null) },
      }),
      providerSweeps: {
        finishProviderCursor: async (of: ProviderCursor, outcome: object) => {
          expect(of).toBe(cursor);
          outcomes.push(outcome);
        },
        insertMissedEvents: async (events: readonly ProviderEventRecord[]) => {
          if (refused instanceof Error) throw refused;
          if (events.some(({ eventId }) => refused.includes(eventId))) throw new Error('refused');
          stored.push(...events);
          return events.length;
        },
      },
    },
    connectProvider: () => ({
      listEvents: async (input: Parameters<Provider['listEvents']>[0]) => {
        requested.push(input);
        if (pages instanceof Error) throw pages;
        const index = Number(input.after ?? 0);
        return { events: pages[index], next: index + 1 < pages.length ? `${index + 1}` : null };
      },
    }),
  } as unknown as Deps;
  const result = await findMissedEvents(deps, cursor, options).catch((error: Error) => error);
  return {
    result,
    requested,
    stored: stored.map(({ eventId }) => eventId),
    records: stored,
    outcomes,
  };
}

describe('the events that a provider account lists', () => {
  it('are read from the last position until the last second that is over, page by page', async () => {
    const pages = [[event('evt_1'), event('evt_2')], [event('evt_3')]];
    const { result, requested, records, stored, outcomes } = await find({ pages });
    const until = new Date('2026-11-22T11:59:50.000Z');
    expect(requested).toEqual([
      { from: hourAgo, until, after: null },
      { from: hourAgo, until, after: '1' },
    ]);
    expect(stored).toEqual(['evt_1', 'evt_2', 'evt_3']);
    expect(records[0]).toEqual({
      merchantId: 'merch_1',
      mode: 'test',
      providerConfigId: 'pspcfg_1',
      eventId: 'evt_1',
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      payload: { id: 'evt_1' },
      occurredAt: hourAgo,
    });
    expect(result).toEqual({ found: 3, refused: [], gapFrom: null });
    expect(outcomes).toEqual([{ readUntil: until, failures: 0, nextInSeconds: 60 }]);
  });

  it.each<[Mode, string]>([
    ['test', 'evt_test'],
    ['live', 'evt_live'],
  ])('are stored only for the mode of the account: %s', async (mode, id) => {
    const { stored } = await find({ mode, pages: [[event('evt_test'), event('evt_live', true)]] });
    expect(stored).toEqual([id]);
  });

  it.each([
    ['is not over yet', now],
    ['is the last second that is over', new Date('2026-11-22T11:59:50.000Z')],
  ])('are not read when the last position %s', async (_, readUntil) => {
    const { result, requested, outcomes } = await find({ readUntil });
    expect(requested).toEqual([]);
    expect(result).toEqual({ found: 0, refused: [], gapFrom: null });
    expect(outcomes).toEqual([{ readUntil, failures: 0, nextInSeconds: 60 }]);
  });

  it('are not read when the account was removed', async () => {
    const { result, requested } = await find({ hasConfig: false });
    expect(requested).toEqual([]);
    expect(result).toEqual({ found: 0, refused: [], gapFrom: null });
  });

  it('that are older than 29 days are a gap', async () => {
    const { result, requested, outcomes } = await find({ readUntil: daysAgo(40) });
    expect(requested[0]?.from).toEqual(daysAgo(29));
    expect(result).toMatchObject({ gapFrom: daysAgo(40) });
    expect(outcomes).toMatchObject([{ gap: { from: daysAgo(40), until: daysAgo(29) } }]);
    expect((await find({ readUntil: daysAgo(29) })).result).toMatchObject({ gapFrom: null });
  });

  it('are stored one by one when the database refuses some of them', async () => {
    const pages = [[event('evt_1'), event('evt_bad'), event('evt_2')], [event('evt_worse')]];
    const { result, stored, outcomes } = await find({ pages, refused: ['evt_bad', 'evt_worse'] });
    expect(stored).toEqual(['evt_1', 'evt_2']);
    expect(result).toMatchObject({ found: 2, refused: ['evt_bad', 'evt_worse'] });
    expect(outcomes).toMatchObject([{ failures: 0 }]);
  });
});

describe('a list that cannot be read', () => {
  const unavailable = new DomainError('service_unavailable');

  it.each([
    [0, 60],
    [1, 120],
    [3, 480],
    [4, 600],
  ])('after %i failures is retried from the same position in %i seconds', async (...row) => {
    const [failures, nextInSeconds] = row;
    const { result, outcomes } = await find({ failures, pages: unavailable });
    expect(result).toBe(unavailable);
    expect(outcomes).toEqual([{ readUntil: hourAgo, failures: failures + 1, nextInSeconds }]);
  });

  it('is retried when the database is unavailable', async () => {
    const { result, outcomes } = await find({ pages: [[event('evt_1')]], refused: unavailable });
    expect(result).toBe(unavailable);
    expect(outcomes).toMatchObject([{ failures: 1 }]);
  });
});
