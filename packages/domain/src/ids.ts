/**
 * Ids say what they name: a prefix, then 176 bits in Crockford's base 32, lowercase.
 * The first 48 bits are milliseconds since 1970, so that ids made later sort later and
 * an index grows at its end; the other 128 are random, so that an id cannot be guessed.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_BYTES = 6;
/** Random bytes that `formatId` takes. */
export const ID_RANDOM_BYTES = 16;
const BODY_LENGTH = Math.ceil(((TIME_BYTES + ID_RANDOM_BYTES) * 8) / 5);

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
  | 'req';

export type Id<P extends IdPrefix> = `${P}_${string}`;
export type MerchantId = Id<'merch'>;
export type ProxySessionId = Id<'psess'>;
export type AcquisitionAttemptId = Id<'pspacq'>;
export type PspConfigId = Id<'pspcfg'>;
export type SubscriptionId = Id<'psub'>;
export type WebhookEndpointId = Id<'whend'>;
export type EventId = Id<'evt'>;
export type ApiKeyId = Id<'key'>;
export type AuditEntryId = Id<'audit'>;
export type RequestId = Id<'req'>;

/**
 * An id from its parts.
 * @param atMs milliseconds since 1970
 * @param random `ID_RANDOM_BYTES` random bytes
 * @throws RangeError when a part has the wrong size
 */
export function formatId<P extends IdPrefix>(prefix: P, atMs: number, random: Uint8Array): Id<P> {
  if (random.length !== ID_RANDOM_BYTES) {
    throw new RangeError(`an id takes ${ID_RANDOM_BYTES} random bytes, not ${random.length}`);
  }
  if (!Number.isInteger(atMs) || atMs < 0 || atMs >= 2 ** 48) {
    throw new RangeError('an id takes whole milliseconds since 1970, below 2^48');
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

/** Bytes in Crockford's base 32, lowercase, without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let out = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += ALPHABET[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  if (bits > 0) out += ALPHABET[(buffer << (5 - bits)) & 31];
  return out;
}

/** The pattern an id of ours matches, for schemas and path parameters. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[${ALPHABET}]{${BODY_LENGTH}}$`);
}

/** Whether `value` has the form of an id with this prefix; it says nothing about its existence. */
export function isId<P extends IdPrefix>(prefix: P, value: string): value is Id<P> {
  return (
    value.length === prefix.length + 1 + BODY_LENGTH &&
    value.startsWith(`${prefix}_`) &&
    [...value.slice(prefix.length + 1)].every((c) => ALPHABET.includes(c))
  );
}
