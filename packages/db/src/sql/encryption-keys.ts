const KEY_BYTES = 32;

export interface EncryptionKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Parses a list of encryption keys, such as `k2:<base64>,k1:<base64>`. The first key is the primary one.
 * @throws Error that says which entry is invalid, by position or id, never its value
 */
export function parseEncryptionKeys(text: string): readonly [EncryptionKey, ...EncryptionKey[]] {
  const [primary, ...older] = text
    .split(',')
    .map((entry, index) => parseKey(entry.trim(), index + 1));
  // Stryker disable next-line ConditionalExpression: split returns at least one text; the type does not say so.
  if (!primary) throw new Error('must contain a key');
  const keys = [primary, ...older] as const;
  const repeated = keys.find(({ id }, index) => keys.findIndex((key) => key.id === id) !== index);
  if (repeated) throw new Error(`contains two keys with the id ${repeated.id}`);
  return keys;
}

function parseKey(entry: string, position: number): EncryptionKey {
  const { id, key } = /^(?<id>[a-z0-9_-]{1,32}):(?<key>.*)$/.exec(entry)?.groups ?? {};
  if (id === undefined || key === undefined) {
    throw new Error(
      `entry ${position} must be id:key, with an id of up to 32 lowercase letters, digits, - or _`,
    );
  }
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== key) {
    throw new Error(`the key ${id} must be ${KEY_BYTES} bytes in base64`);
  }
  return { id, bytes };
}
