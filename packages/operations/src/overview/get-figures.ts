import type { Figures, GetFiguresInput, PeriodFigures } from '@parley/contract';
import { type ComparedPeriods, type FigureRecord, middleOfInterval, type Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { readPeriods } from './buckets.ts';

/**
 * Returns the figures of a period and of the one before it.
 * @throws DomainError invalid_request for an end that is not at a multiple of 15 minutes or too early, and
 *   for an unknown time zone
 */
export async function getFigures(
  deps: Deps,
  scope: Scope,
  input: GetFiguresInput,
): Promise<Figures> {
  const periods = readPeriods(input);
  const { current, previous } = periods;
  const { figures } = deps.database.forScope(scope);
  const [rows, first] = await Promise.all([figures.read(periods), figures.findFirst()]);
  return {
    time_zone: input.time_zone,
    period: periodView(
      rows.filter(({ isPrevious }) => !isPrevious),
      current,
    ),
    previous: periodView(
      rows.filter(({ isPrevious }) => isPrevious),
      previous,
    ),
    counted_from: first?.toISOString() ?? null,
  };
}

type DividedPeriod = ComparedPeriods['current'];

function periodView(
  rows: readonly FigureRecord[],
  { starts, until }: DividedPeriod,
): PeriodFigures {
  const of = (figure: FigureRecord['figure']) => rows.filter((row) => row.figure === figure);
  const count = (figure: FigureRecord['figure']) => Number(of(figure)[0]?.count ?? 0);
  const [opened, paid] = [count('opened'), count('paid')];
  const payments = Map.groupBy(of('volume'), ({ bucket }) => bucket);
  const ends = [...starts.slice(1), until].map((end) => end.toISOString());
  return {
    from: (starts[0] ?? until).toISOString(),
    until: until.toISOString(),
    volume: getVolume(of('volume')),
    buckets: starts.map((start, n) => ({
      from: start.toISOString(),
      until: ends[n] ?? '',
      volume: getVolume(payments.get(n) ?? []),
    })),
    funnel: { created: count('created'), opened, paid, provisioned: count('provisioned') },
    success_rate: opened === 0 ? null : Math.min(paid / opened, 1),
    median_seconds_to_pay: findMedian(of('time_to_pay')),
    failures: of('failed')
      .map(({ label, count: attempts }) => ({ reason: label, attempts: Number(attempts) }))
      .toSorted((a, b) => b.attempts - a.attempts || (a.reason < b.reason ? -1 : 1)),
    declines: of('declined')
      .map(({ label, count: payments }) => ({ code: label, payments: Number(payments) }))
      .toSorted((a, b) => b.payments - a.payments || (a.code < b.code ? -1 : 1)),
  };
}

/** The volume of each currency, the one with the most payments first. */
function getVolume(rows: readonly FigureRecord[]): PeriodFigures['volume'] {
  return [...Map.groupBy(rows, ({ label }) => label)]
    .map(([currency, ofCurrency]) => ({
      currency,
      payments: ofCurrency.reduce((sum, { count }) => sum + Number(count), 0),
      amount_minor: ofCurrency.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0),
    }))
    .toSorted((a, b) => b.payments - a.payments || (a.currency < b.currency ? -1 : 1));
}

/** The middle of the interval that contains the median, in seconds. */
function findMedian(rows: readonly FigureRecord[]): number | null {
  const total = rows.reduce((sum, { count }) => sum + Number(count), 0);
  const intervals = rows
    .map(({ label, count }) => ({ interval: Number(label), count: Number(count) }))
    .toSorted((a, b) => a.interval - b.interval);
  let below = 0;
  for (const { interval, count } of intervals) {
    below += count;
    if (below >= total / 2) return middleOfInterval(interval);
  }
  return null;
}
