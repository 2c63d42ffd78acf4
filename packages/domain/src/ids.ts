/**
 * An id is a prefix for its resource, then 176 bits in lowercase Crockford base 32. The first 48
 * bits are milliseconds since 1970, so ids sort by creation time and indexes grow at their end. The
 * other 128 bits are random, so an id cannot be guessed.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_BYTES = 6;
/** Random bytes that `formatId` takes. */
export const ID_RANDOM_BYTES = 16;
const BODY_LENGTH = Math.ceil(((TIME_BYTES + ID_RANDOM_BYTES) * 8) / 5);
const BODY = new RegExp(`^[${ALPHABET}]{${BODY_LENGTH}}$`);

export type IdPrefix =
  | 'merch'
  | 'psess'
  | 'pspacq'
  | 'pspcfg'
  | 'psub'
  | 'whend'
  | 'evt'
  | 'key'
  | 'audit'
  | 'invit'
  | 'req';

export type Id<P extends IdPrefix> = `${P}_${string}`;
export type MerchantId = Id<'merch'>;
export type ProxySessionId = Id<'psess'>;
export type AcquisitionAttemptId = Id<'pspacq'>;
export type ProviderConfigId = Id<'pspcfg'>;
export type SubscriptionId = Id<'psub'>;
export type WebhookEndpointId = Id<'whend'>;
export type EventId = Id<'evt'>;
export type ApiKeyId = Id<'key'>;
export type AuditEntryId = Id<'audit'>;
export type RequestId = Id<'req'>;

/**
 * Creates an id from its parts.
 * @param atMs milliseconds since 1970
 * @param random `ID_RANDOM_BYTES` random bytes
 * @throws RangeError when a part has the wrong size
 */
export function formatId<P extends IdPrefix>(prefix: P, atMs: number, random: Uint8Array): Id<P> {
  if (random.length !== ID_RANDOM_BYTES) {
    throw new RangeError(`random must have ${ID_RANDOM_BYTES} bytes, not ${random.length}`);
  }
  if (!Number.isInteger(atMs) || atMs < 0 || atMs >= 2 ** 48) {
    throw new RangeError('atMs must be an integer number of milliseconds from 0 to 2^48 - 1');
  }
  const bytes = new Uint8Array(TIME_BYTES + ID_RANDOM_BYTES);
  let rest = atMs;
  for (let i = TIME_BYTES - 1; i >= 0; i--) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random, TIME_BYTES);
  return `${prefix}_${encodeBase32(bytes)}`;
}

/** Encodes bytes in lowercase Crockford base 32 without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let out = '';
  for (let bit = 0; bit < bytes.length * 8; bit += 5) {
    const index = bit >> 3;
    // The five bits begin in one byte and may end in the next; zeros follow the last byte.
    const pair = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
    out += ALPHABET[(pair >> (11 - (bit & 7))) & 31];
  }
  return out;
}

/** When an id was created, in milliseconds since 1970. */
export function getIdTime(id: Id<IdPrefix>): number {
  const start = id.indexOf('_') + 1;
  // Ten characters have 50 bits, of which the first 48 are the time.
  const digits = [...id.slice(start, start + 10)].map((one) => ALPHABET.indexOf(one));
  return Math.floor(digits.reduce((bits, digit) => bits * 32 + digit, 0) / 4);
}

/** The pattern of ids with this prefix, for schemas and path parameters. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[${ALPHABET}]{${BODY_LENGTH}}$`);
}

/** Whether `value` has the format of an id with this prefix. Does not check that the id exists. */
export function isId<P extends IdPrefix>(prefix: P, value: string): value is Id<P> {
  return value.startsWith(`${prefix}_`) && BODY.test(value.slice(prefix.length + 1));
}
