const count = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const time = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const points = new Intl.NumberFormat('en', {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** Formats a number of sessions: "1,204". */
export const formatNumber = (value: number): string => count.format(value);

/** Formats a share from 0 to 1: "82.3%"; "–" without one. */
export function formatRate(share: number | null): string {
  return share === null ? '–' : percent.format(share);
}

/** The share of a step in the one before; null if that one has none. */
export function rateOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.min(part / whole, 1);
}

/** Formats how much a number differs from the former one: "+12%"; null if that was 0. */
export function formatChange(value: number, previous: number): string | null {
  return previous === 0 ? null : change.format(value / previous - 1);
}

/** Formats the difference of two shares, as `formatRate` rounds them, in percentage points: "+2.1 points". */
export function formatPoints(share: number, previous: number): string {
  const rounded = (value: number) => Math.round(value * 1000) / 10;
  return `${points.format(rounded(share) - rounded(previous))} points`;
}

/** Formats a time that is known within a fifth: "38 s", "1.6 min", "12 min", "5 h", "3 days". */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${time.format(seconds)} s`;
  if (seconds < 3600) return `${time.format(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${time.format(seconds / 3600)} h`;
  return `${time.format(seconds / 86_400)} days`;
}
