const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?([Zz]|[+-](\d{2}):(\d{2}))$/;

/** Parses an RFC 3339 timestamp with a time zone into milliseconds since 1970; null if invalid. */
export function parseTimestamp(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, , zoneHour = 0, zoneMinute = 0] = match;
  const inRange =
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(zoneHour) < 24 &&
    Number(zoneMinute) < 60;
  const calendar = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const onCalendar =
    calendar.getUTCMonth() === Number(month) - 1 && calendar.getUTCDate() === Number(day);
  const ms = Date.parse(text.toUpperCase());
  return inRange && onCalendar && Number.isFinite(ms) ? ms : null;
}
