import { claimsOfAll } from '@parley/db/testing';
import { afterAll, expect, it } from 'vitest';
import { startOperations, succeededWith } from '../../test/operations.ts';
import { reportProvisioned } from '../session/report-provisioning.ts';
import { getFigures } from './get-figures.ts';

const { deps, caller, scope, database, payable, session, deliverProviderEvent, close } =
  await startOperations();
afterAll(close);

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 96 * QUARTER_MS;
const next = Math.floor(Date.now() / QUARTER_MS + 2) * QUARTER_MS;
const at = (ms: number) => new Date(ms).toISOString();
const week = (until: number) => ({ period: '7d', until: at(until), time_zone: 'UTC' }) as const;
const none = {
  volume: [],
  funnel: { created: 0, opened: 0, paid: 0, provisioned: 0 },
  success_rate: null,
  median_seconds_to_pay: null,
  failures: [],
  declines: [],
};

it('counts a session from its creation to its fulfillment, and compares two periods', async () => {
  expect(await getFigures(deps, scope, week(next))).toMatchObject({
    period: none,
    previous: none,
    counted_from: null,
  });
  await session();
  const order = await payable();
  const decline = { id: 'ch_1', code: 'insufficient_funds', at: null };
  await deliverProviderEvent(order, { kind: 'awaiting_payment', decline });
  await deliverProviderEvent(order, succeededWith(4200));
  await reportProvisioned(deps, caller, { id: order.id, fulfillment_reference: 'order_1' });
  await claimsOfAll(database).fanOut(100);

  const counted = {
    volume: [{ currency: 'eur', payments: 1, amount_minor: 4200 }],
    funnel: { created: 2, opened: 0, paid: 1, provisioned: 1 },
    declines: [{ code: 'insufficient_funds', payments: 1 }],
  };
  const { period, previous, counted_from } = await getFigures(deps, scope, week(next));
  expect(period).toMatchObject({ until: at(next), ...counted });
  expect(period.median_seconds_to_pay).toBeGreaterThan(1);
  expect(previous).toMatchObject(none);
  expect(Date.parse(counted_from ?? '') % QUARTER_MS).toBe(0);
  const later = await getFigures(deps, scope, week(next + 7 * DAY_MS));
  expect(later).toMatchObject({ period: none, previous: { until: at(next), ...counted } });
  const live = await getFigures(deps, { ...scope, mode: 'live' }, week(next));
  expect(live.period).toMatchObject(none);
});

it('divides the volume into days, and compares a day with as much of the one a week before', async () => {
  const other = { ...scope, mode: 'live' as const };
  const rows: [startsAt: string, currency: string, count: number, amountMinor: number][] = [
    ['2025-11-07T23:45:00Z', 'eur', 1, 1],
    ['2025-11-08T00:00:00Z', 'eur', 1, 10],
    ['2025-11-14T11:45:00Z', 'eur', 2, 100],
    ['2025-11-14T12:00:00Z', 'eur', 1, 1000],
    ['2025-11-20T23:45:00Z', 'jpy', 4, 10_000],
    ['2025-11-21T00:00:00Z', 'eur', 5, 100_000],
    ['2025-11-21T11:45:00Z', 'eur', 1, 200_000],
    ['2025-11-21T12:00:00Z', 'eur', 1, 1_000_000],
  ];
  await database.client.sessionFigure.createMany({
    data: rows.map(([startsAt, label, count, amountMinor]) => ({
      ...other,
      startsAt: new Date(startsAt),
      figure: 'volume',
      label,
      count,
      amountMinor,
    })),
  });
  const noon = Date.parse('2025-11-21T12:00:00Z');
  const { period, previous } = await getFigures(deps, other, week(noon));
  const getDays = ({ buckets }: typeof period) =>
    buckets.map(({ volume }) =>
      volume.map((one) => [one.currency, one.payments, one.amount_minor].join(' ')).join(),
    );
  expect(getDays(period)).toEqual(['', '', '', '', '', 'jpy 4 10000', 'eur 6 300000']);
  expect(period.volume).toEqual([
    { currency: 'eur', payments: 6, amount_minor: 300_000 },
    { currency: 'jpy', payments: 4, amount_minor: 10_000 },
  ]);
  expect(getDays(previous)).toEqual(['eur 1 10', '', '', '', '', '', 'eur 2 100']);
  expect([previous.from, previous.until, period.from, period.until]).toEqual([
    '2025-11-08T00:00:00.000Z',
    '2025-11-14T12:00:00.000Z',
    '2025-11-15T00:00:00.000Z',
    at(noon),
  ]);
  expect(period.buckets.at(-1)).toMatchObject({
    from: '2025-11-21T00:00:00.000Z',
    until: at(noon),
  });
});

it('takes the median from the intervals, and the most frequent failure first', async () => {
  const other = { ...scope, mode: 'live' as const };
  const startsAt = new Date(next - QUARTER_MS);
  const rows: [figure: string, label: string, count: number][] = [
    ['opened', '', 4],
    ['paid', '', 3],
    ['time_to_pay', '2', 1],
    ['time_to_pay', '10', 2],
    ['failed', 'rare', 1],
    ['failed', 'frequent', 2],
  ];
  await database.client.sessionFigure.createMany({
    data: rows.map(([figure, label, count]) => ({
      ...other,
      startsAt,
      figure,
      label,
      count,
      amountMinor: 0,
    })),
  });
  const { period } = await getFigures(deps, other, week(next));
  expect(period).toMatchObject({
    success_rate: 0.75,
    failures: [
      { reason: 'frequent', attempts: 2 },
      { reason: 'rare', attempts: 1 },
    ],
  });
  // From 32 to 45 seconds.
  expect(period.median_seconds_to_pay).toBeCloseTo(38.05, 2);
});

it.each([
  ['an end between two quarters', { until: '2026-11-20T00:01:00Z' }],
  ['an end before the period', { until: '1970-01-08T00:00:00Z' }],
  ['no timestamp', { until: 'yesterday' }],
  ['an unknown time zone', { time_zone: 'Europe/Atlantis' }],
])('refuses %s', async (_, change) => {
  await expect(getFigures(deps, scope, { ...week(next), ...change })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
