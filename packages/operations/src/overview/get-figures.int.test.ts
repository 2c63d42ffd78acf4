import { afterAll, expect, it } from 'vitest';
import { startOperations, succeededWith } from '../../test/operations.ts';
import { reportProvisioned } from '../session/report-provisioning.ts';
import { getFigures } from './get-figures.ts';

const { deps, caller, scope, database, payable, session, deliverProviderEvent, close } =
  await startOperations();
afterAll(close);

const QUARTER_MS = 15 * 60_000;
const next = Math.floor(Date.now() / QUARTER_MS + 2) * QUARTER_MS;
const quarters = (before: number, until = 0) => ({
  from: new Date(next - before * QUARTER_MS).toISOString(),
  until: new Date(next - until * QUARTER_MS).toISOString(),
});
const none = {
  volume: [],
  funnel: { created: 0, opened: 0, paid: 0, provisioned: 0 },
  success_rate: null,
  median_seconds_to_pay: null,
  failures: [],
};

it('counts a session from its creation to its fulfillment, and compares two periods', async () => {
  expect(await getFigures(deps, scope, quarters(96))).toMatchObject({
    period: none,
    previous: none,
    counted_from: null,
  });
  await session();
  const order = await payable();
  await deliverProviderEvent(order, succeededWith(4200));
  await reportProvisioned(deps, caller, { id: order.id, fulfillment_reference: 'order_1' });
  await database.webhookQueue.fanOut(100);

  const counted = {
    volume: [{ currency: 'eur', payments: 1, amount_minor: 4200 }],
    funnel: { created: 2, opened: 0, paid: 1, provisioned: 1 },
  };
  const { period, previous, counted_from } = await getFigures(deps, scope, quarters(96));
  expect(period).toMatchObject({ ...quarters(96), ...counted });
  expect(period.median_seconds_to_pay).toBeGreaterThan(1);
  expect(previous).toEqual({ ...quarters(192, 96), ...none });
  expect(Date.parse(counted_from ?? '') % QUARTER_MS).toBe(0);
  const later = new Date(next + 96 * QUARTER_MS).toISOString();
  const day = { from: quarters(0).until, until: later };
  expect(await getFigures(deps, scope, day)).toMatchObject({ period: none, previous: counted });
  const live = await getFigures(deps, { ...scope, mode: 'live' }, quarters(96));
  expect(live.period).toMatchObject(none);
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
  const { period } = await getFigures(deps, other, quarters(1));
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
  ['a bound between two quarters', { from: '2026-11-20T00:01:00Z', until: '2026-11-21T00:00:00Z' }],
  ['an empty period', { from: '2026-11-21T00:00:00Z', until: '2026-11-21T00:00:00Z' }],
  ['a period of 93 days', { from: '2026-08-01T00:00:00Z', until: '2026-11-02T00:00:00Z' }],
  ['no timestamp', { from: 'yesterday', until: '2026-11-21T00:00:00Z' }],
])('refuses %s', async (_, input) => {
  await expect(getFigures(deps, scope, input)).rejects.toMatchObject({ code: 'invalid_request' });
});
