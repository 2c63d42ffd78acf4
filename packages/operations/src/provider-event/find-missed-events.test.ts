import type { ProviderCursor, ProviderEventRecord } from '@parley/db';
import { DomainError, type Mode, type ProviderConfigId } from '@parley/domain';
import type { Provider, ProviderNotification } from '@parley/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../request/deps.ts';
import { findMissedEvents } from './find-missed-events.ts';

const now = new Date('2026-11-22T12:00:00.700Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const hourAgo = new Date('2026-11-22T11:00:00.000Z');
/** The last second that is over. */
const until = new Date('2026-11-22T11:59:50.000Z');
const beforeEnd = (seconds: number) => new Date(until.getTime() - seconds * 1_000);
/** Where a call usually begins: the last one ended a minute ago. */
const minuteAgo = beforeEnd(62);
const options = { everySeconds: 60, settleSeconds: 10 };

const unavailable = new DomainError('service_unavailable');

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
  takenThrough: null,
  amount: null,
  decline: null,
  payload: { id },
});

interface Case {
  readonly readUntil?: Date;
  readonly failures?: number;
  readonly mode?: Mode;
  /** The pages of every window of the provider's list, or the error of reading it. */
  readonly pages?: readonly (readonly ProviderNotification[])[] | Error;
  /** Milliseconds that the provider takes for a page. */
  readonly pageMs?: number;
  /** The calls of the list that fail, counted from 0. */
  readonly failingCalls?: readonly number[];
  /** Whether another worker has claimed the account since. */
  readonly isClaimed?: boolean;
  /** Ids of events that the database refuses, or its error for all of them. */
  readonly refused?: readonly string[] | Error;
  /** The status of the account; null if it was removed. */
  readonly status?: string | null;
}

/** Reads the list of an account; returns what was requested, stored and recorded. */
async function find(given: Case) {
  const { readUntil = minuteAgo, failures = 0, mode = 'test', pages = [[]], refused = [] } = given;
  const { status = 'active' } = given;
  const requested: Parameters<Provider['listEvents']>[0][] = [];
  const stored: ProviderEventRecord[] = [];
  const outcomes: object[] = [];
  const positions: object[] = [];
  const cursor: ProviderCursor = {
    merchantId: 'merch_1',
    mode,
    providerConfigId: 'pspcfg_1' as ProviderConfigId,
    readUntil,
    failures,
    leaseToken: 'token',
    leaseSeconds: 60,
    now,
  };
  const deps = {
    database: {
      forScope: () => ({
        providerConfigs: { find: async () => (status === null ? null : { status }) },
      }),
      providerSweeps: {
        finishProviderCursor: async (of: ProviderCursor, outcome: object) => {
          expect(of).toBe(cursor);
          outcomes.push(outcome);
        },
        advanceProviderCursor: async (of: ProviderCursor, position: object) => {
          expect(of).toBe(cursor);
          positions.push(position);
          return !given.isClaimed;
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
        vi.advanceTimersByTime(given.pageMs ?? 0);
        requested.push(input);
        if (pages instanceof Error) throw pages;
        if (given.failingCalls?.includes(requested.length - 1)) throw unavailable;
        const index = Number(input.after ?? 0);
        return { events: pages[index], next: index + 1 < pages.length ? `${index + 1}` : null };
      },
    }),
  } as unknown as Deps;
  const result = await findMissedEvents(deps, cursor, options);
  return {
    result,
    requested,
    positions,
    stored: stored.map(({ eventId }) => eventId),
    records: stored,
    outcomes,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the events that a provider account lists', () => {
  it('are read from the last position until the last second that is over, page by page', async () => {
    const pages = [[event('evt_1'), event('evt_2')], [event('evt_3')]];
    const { result, requested, records, stored, positions, outcomes } = await find({ pages });
    expect(requested).toEqual([
      { from: minuteAgo, until, after: null },
      { from: minuteAgo, until, after: '1' },
    ]);
    expect(positions).toEqual([]);
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

  it('are read when the account is retired: its payments may be refunded', async () => {
    expect((await find({ status: 'retired' })).requested).toHaveLength(1);
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
    ['is the last second that is over', until],
  ])('are not read when the last position %s', async (_, readUntil) => {
    const { result, requested, outcomes } = await find({ readUntil });
    expect(requested).toEqual([]);
    expect(result).toEqual({ found: 0, refused: [], gapFrom: null });
    expect(outcomes).toEqual([{ readUntil, failures: 0, nextInSeconds: 60 }]);
  });

  it.each([
    ['was removed', null],
    ['was never active', 'inactive'],
  ])('are not read when the account %s', async (_, status) => {
    const { result, requested, outcomes } = await find({ status });
    expect(requested).toEqual([]);
    expect(result).toEqual({ found: 0, refused: [], gapFrom: null });
    expect(outcomes).toEqual([{ readUntil: until, failures: 0, nextInSeconds: 60 }]);
  });

  it('that are older than 29 days are a gap', async () => {
    const { result, requested, outcomes } = await find({ readUntil: daysAgo(40) });
    expect(requested[0]?.from).toEqual(daysAgo(29));
    expect(requested.at(-1)?.until).toEqual(until);
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

describe('a list with more events than fit into one call', () => {
  it('is read in windows that grow, and the position is stored after each', async () => {
    const { requested, positions, outcomes } = await find({
      readUntil: beforeEnd(600),
      pageMs: 100,
    });
    const [first, second] = [beforeEnd(480), beforeEnd(240)];
    expect(requested).toEqual([
      { from: beforeEnd(600), until: first, after: null },
      { from: first, until: second, after: null },
      { from: second, until, after: null },
    ]);
    expect(positions).toEqual([{ readUntil: first }, { readUntil: second }]);
    expect(outcomes).toEqual([{ readUntil: until, failures: 0, nextInSeconds: 60 }]);
  });

  it('advances with every call, within the lease, until it is read', async () => {
    // 40 events a second for an hour: reading all of them takes more than seven minutes.
    const [perSecond, pageSize, pageMs] = [40, 100, 300];
    const deps = (outcomes: { readUntil: Date }[]) =>
      ({
        database: {
          forScope: () => ({ providerConfigs: { find: async () => ({}) } }),
          providerSweeps: {
            advanceProviderCursor: async () => true,
            insertMissedEvents: async (events: readonly unknown[]) => events.length,
            finishProviderCursor: async (_: unknown, outcome: { readUntil: Date }) => {
              outcomes.push(outcome);
            },
          },
        },
        connectProvider: () => ({
          listEvents: async (query: Parameters<Provider['listEvents']>[0]) => {
            vi.advanceTimersByTime(pageMs);
            const period = query.until.getTime() - query.from.getTime();
            const left = (period / 1_000) * perSecond - Number(query.after ?? 0);
            const events = Array.from({ length: Math.min(left, pageSize) }, () => event('evt'));
            const next = left > pageSize ? `${Number(query.after ?? 0) + pageSize}` : null;
            return { events, next };
          },
        }),
      }) as unknown as Deps;
    let cursor = {
      merchantId: 'merch_1',
      mode: 'test',
      providerConfigId: 'pspcfg_1',
      readUntil: hourAgo,
      failures: 0,
      leaseToken: 'token',
      leaseSeconds: 60,
      now,
    } as ProviderCursor;
    let found = 0;
    for (let calls = 0; cursor.readUntil < until; calls++) {
      expect(calls).toBeLessThan(60);
      const startedAt = performance.now();
      const outcomes: { readUntil: Date }[] = [];
      const result = await findMissedEvents(deps(outcomes), cursor, options);
      expect(performance.now() - startedAt).toBeLessThan(20_000);
      expect(result.error).toBeUndefined();
      expect(outcomes[0]?.readUntil.getTime()).toBeGreaterThan(cursor.readUntil.getTime());
      cursor = { ...cursor, ...outcomes[0] };
      found += result.found;
    }
    expect(found).toBeGreaterThanOrEqual(3_590 * perSecond);
  });

  it('is due again at once when the time of the call is over', async () => {
    const { requested, positions, outcomes } = await find({
      readUntil: hourAgo,
      failures: 2,
      pageMs: 10_000,
    });
    expect(requested).toHaveLength(1);
    expect(positions).toEqual([]);
    const readUntil = new Date(hourAgo.getTime() + 30_000);
    expect(outcomes).toEqual([{ readUntil, failures: 2, nextInSeconds: 0 }]);
  });

  it.each([
    [0, 120],
    [2, 30],
    [20, 1],
  ])('is read after %i failures beginning with %i seconds', async (failures, seconds) => {
    const { requested } = await find({ readUntil: hourAgo, failures, pageMs: 15_000 });
    expect(requested.map(({ from, until }) => [from, until])).toEqual([
      [hourAgo, new Date(hourAgo.getTime() + seconds * 1_000)],
    ]);
  });

  it('has failed when not even the first window was read', async () => {
    const pages = [[event('evt_1')], [event('evt_2')], [event('evt_3')]];
    const { result, stored, outcomes } = await find({ pages, pageMs: 8_000 });
    expect(stored).toEqual(['evt_1', 'evt_2']);
    expect(result).toMatchObject({ found: 2, error: expect.any(DomainError) });
    expect(outcomes).toEqual([{ readUntil: minuteAgo, failures: 1, nextInSeconds: 60 }]);
  });

  it('stays where another worker continues', async () => {
    const { requested, outcomes } = await find({ readUntil: hourAgo, isClaimed: true });
    expect(requested).toHaveLength(1);
    expect(outcomes).toEqual([]);
  });
});

describe('a list that cannot be read', () => {
  it.each([
    [0, 60],
    [1, 120],
    [3, 480],
    [4, 600],
  ])('after %i failures is retried from the same position in %i seconds', async (...row) => {
    const [failures, nextInSeconds] = row;
    const { result, outcomes } = await find({ failures, pages: unavailable });
    expect(result.error).toBe(unavailable);
    expect(outcomes).toEqual([{ readUntil: minuteAgo, failures: failures + 1, nextInSeconds }]);
  });

  it('is retried when the database is unavailable', async () => {
    const { result, outcomes } = await find({ pages: [[event('evt_1')]], refused: unavailable });
    expect(result.error).toBe(unavailable);
    expect(outcomes).toMatchObject([{ failures: 1 }]);
  });

  it('is retried behind the windows that were read before', async () => {
    const { result, outcomes } = await find({
      readUntil: daysAgo(40),
      failures: 1,
      failingCalls: [1],
      pages: [[event('evt_1')]],
    });
    expect(result).toEqual({ found: 1, refused: [], gapFrom: daysAgo(40), error: unavailable });
    const readUntil = new Date(daysAgo(29).getTime() + 59_300);
    const gap = { from: daysAgo(40), until: daysAgo(29) };
    expect(outcomes).toEqual([{ readUntil, gap, failures: 1, nextInSeconds: 60 }]);
  });
});
