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
 * The instant of a local time. A time that a change of the clock skips is read an hour later.
 * @param local "2026-11-24T09:00"
 * @returns null if it is not a time
 */
export function readLocal(local: string, zone: string): Date | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  const offsetAt = (ms: number) =>
    Date.parse(`${formatLocal(new Date(ms), zone)}Z`) - Math.floor(ms / 60_000) * 60_000;
  // The offset of the zone may change between the two.
  const guess = wanted - offsetAt(wanted);
  return new Date(wanted - offsetAt(guess));
}
