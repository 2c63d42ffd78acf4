import { formatId, ID_RANDOM_BYTES, type IdPrefix } from '@parley/domain';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** An RFC 3339 timestamp. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** The end of the day in UTC, as an RFC 3339 timestamp. */
export const endOfToday = (): string =>
  new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS).toISOString();

/** Returns a cursor for a list by creation whose ids have this prefix, or one for events of the provider. */
export function getCursor(days: number, prefix: IdPrefix): string {
  const at = Date.now() - days * DAY_MS;
  const id = formatId(prefix, at, new Uint8Array(ID_RANDOM_BYTES));
  return Buffer.from(`${at}.${id}`).toString('base64url');
}
