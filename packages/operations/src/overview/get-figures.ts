import type { Figures, GetFiguresInput, PeriodFigures } from '@parley/contract';
import { FIGURE_MINUTES, type FigureRecord, middleOfInterval, type Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { parseTimestampField } from '../request/parse-timestamp-field.ts';

const STEP_MS = FIGURE_MINUTES * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The longest period. The response reads a row for each 15 minutes and label of two of them. */
const MAX_DAYS = 92;

function parseBound(field: string, text: string): Date {
  const at = parseTimestampField(field, text);
  if (at.getTime() % STEP_MS === 0) return at;
  throw new DomainError(
    'invalid_request',
    `${field} must be at a multiple of ${FIGURE_MINUTES} minutes, such as 2026-11-21T09:30:00Z.`,
  );
}

/**
 * Returns the figures of a period and of the one of the same length before it.
 * @throws DomainError invalid_request for a bound that is not at a multiple of 15 minutes, and for a
 *   period that is empty, too early or longer than 92 days
 */
export async function getFigures(
  deps: Deps,
  scope: Scope,
  input: GetFiguresInput,
): Promise<Figures> {
  const [from, until] = [parseBound('from', input.from), parseBound('until', input.until)];
  const ms = until.getTime() - from.getTime();
  if (ms <= 0 || ms > MAX_DAYS * DAY_MS) {
    const problem = `until must be after from, by at most ${MAX_DAYS} days.`;
    throw new DomainError('invalid_request', problem);
  }
  if (from.getTime() < ms) throw new DomainError('invalid_request', 'from must be after 1970.');
  const previousFrom = new Date(from.getTime() - ms);
  const { figures } = deps.database.forScope(scope);
  const [rows, first] = await Promise.all([
    figures.read({ previousFrom, from, until }),
    figures.findFirst(),
  ]);
  const ofPeriod = rows.filter(({ isPrevious }) => !isPrevious);
  const before = rows.filter(({ isPrevious }) => isPrevious);
  return {
    period: periodView(ofPeriod, from, until),
    previous: periodView(before, previousFrom, from),
    counted_from: first?.toISOString() ?? null,
  };
}

function periodView(rows: readonly FigureRecord[], from: Date, until: Date): PeriodFigures {
  const of = (figure: FigureRecord['figure']) => rows.filter((row) => row.figure === figure);
  const count = (figure: FigureRecord['figure']) => Number(of(figure)[0]?.count ?? 0);
  const [opened, paid] = [count('opened'), count('paid')];
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    volume: of('volume')
      .map((row) => ({
        currency: row.label,
        payments: Number(row.count),
        amount_minor: Number(row.amountMinor),
      }))
      .toSorted((a, b) => b.payments - a.payments || (a.currency < b.currency ? -1 : 1)),
    funnel: { created: count('created'), opened, paid, provisioned: count('provisioned') },
    success_rate: opened === 0 ? null : Math.min(paid / opened, 1),
    median_seconds_to_pay: medianOf(of('time_to_pay')),
    failures: of('failed')
      .map(({ label, count: attempts }) => ({ reason: label, attempts: Number(attempts) }))
      .toSorted((a, b) => b.attempts - a.attempts || (a.reason < b.reason ? -1 : 1)),
  };
}

/** The middle of the interval that contains the median, in seconds. */
function medianOf(rows: readonly FigureRecord[]): number | null {
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
