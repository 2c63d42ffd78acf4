const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** How long until a moment: "in 23 hours"; whole units, never more than is left. */
export function untilText(at: Date, nowMs: number, locale: string): string {
  const left = Math.max(0, at.getTime() - nowMs);
  const [unit, size] = units.find(([, length]) => left >= length) ?? ['second', 1_000];
  return new Intl.RelativeTimeFormat(locale).format(Math.floor(left / size), unit);
}

/**
 * The moment in full.
 * @param zone IANA name; the viewer's own where it is left out
 */
export function momentText(at: Date, locale: string, zone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(zone ? { timeZone: zone } : {}),
  }).format(at);
}
