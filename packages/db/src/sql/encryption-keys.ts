const KEY_BYTES = 32;

export interface EncryptionKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** A key as a key management service encrypted it. */
export interface WrappedKey {
  readonly id: string;
  readonly ciphertext: Uint8Array;
}

/** Marks a key that a key management service has to decrypt: `k2:kms:<base64>`. */
const WRAPPED = 'kms:';

/**
 * Parses a list of encryption keys, such as `k2:<base64>,k1:<base64>`. The first key is the primary one.
 * @throws Error that says which entry is invalid, by position or id, never its value
 */
export function parseEncryptionKeys(text: string): readonly [EncryptionKey, ...EncryptionKey[]] {
  const [primary, ...older] = parseList(text).map((key) => {
    if ('bytes' in key) return key;
    throw new Error(`the key ${key.id} must be unwrapped first`);
  });
  // Stryker disable next-line ConditionalExpression: split returns at least one text; the type does not say so.
  if (!primary) throw new Error('must contain a key');
  return [primary, ...older];
}

/**
 * Checks a list of keys, some of which may be wrapped.
 * @throws Error as `parseEncryptionKeys` does
 */
export const checkEncryptionKeys = (text: string): void => void parseList(text);

/** The entry of a key in the list. */
export const formatEncryptionKey = (key: EncryptionKey | WrappedKey): string =>
  'bytes' in key
    ? `${key.id}:${key.bytes.toString('base64')}`
    : `${key.id}:${WRAPPED}${Buffer.from(key.ciphertext).toString('base64')}`;

/**
 * Replaces each wrapped key of a list by the key itself.
 * @throws Error for an invalid list, and what `unwrap` throws
 */
export async function unwrapEncryptionKeys(
  text: string,
  unwrap: (key: WrappedKey) => Promise<Uint8Array>,
): Promise<string> {
  const keys = parseList(text).map(async (key) => {
    if ('bytes' in key) return key;
    return { id: key.id, bytes: Buffer.from(await unwrap(key)) };
  });
  return (await Promise.all(keys)).map(formatEncryptionKey).join(',');
}

/** Whether a key management service has to decrypt a key of the list. */
export const hasWrappedKeys = (text: string): boolean => text.includes(`:${WRAPPED}`);

function parseList(text: string): (EncryptionKey | WrappedKey)[] {
  const keys = text.split(',').map((entry, index) => parseKey(entry.trim(), index + 1));
  const repeated = keys.find(({ id }, index) => keys.findIndex((key) => key.id === id) !== index);
  if (repeated) throw new Error(`contains two keys with the id ${repeated.id}`);
  return keys;
}

function parseKey(entry: string, position: number): EncryptionKey | WrappedKey {
  const { id, key } = /^(?<id>[a-z0-9_-]{1,32}):(?<key>.*)$/.exec(entry)?.groups ?? {};
  if (id === undefined || key === undefined) {
    throw new Error(
      `entry ${position} must be id:key, with an id of up to 32 lowercase letters, digits, - or _`,
    );
  }
  const isWrapped = key.startsWith(WRAPPED);
  const text = isWrapped ? key.slice(WRAPPED.length) : key;
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.toString('base64') === text;
  if (isWrapped) {
    if (isBase64 && bytes.length > 0) return { id, ciphertext: bytes };
    throw new Error(`the wrapped key ${id} must be kms: and its ciphertext in base64`);
  }
  if (bytes.length !== KEY_BYTES || !isBase64) {
    throw new Error(`the key ${id} must be ${KEY_BYTES} bytes in base64`);
  }
  return { id, bytes };
}
