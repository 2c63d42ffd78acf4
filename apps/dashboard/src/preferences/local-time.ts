/** A time as the value of a field: "2026-11-24T09:00". */
export function formatLocal(at: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: zone,
  });
  return format.format(at).replace(' ', 'T');
}

/**
 * The instant of a local time. A time that a change of the clock skips is read as the end of the gap or later, so
 * that a day without a midnight begins with its first instant.
 * @param local "2026-11-24T09:00"
 * @returns null if it is not a time
 */
export function readLocal(local: string, zone: string): Date | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  const localAt = (ms: number) => Date.parse(`${formatLocal(new Date(ms), zone)}Z`);
  const offsetAt = (ms: number) => localAt(ms) - Math.floor(ms / 60_000) * 60_000;
  // The offset of the zone may change between the two.
  const guess = wanted - offsetAt(wanted);
  const read = wanted - offsetAt(guess);
  // West of UTC, the second step can lead from the end of a gap back before it.
  return new Date(localAt(read) < wanted ? Math.max(guess, read) : read);
}
