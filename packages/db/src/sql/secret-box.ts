import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type EncryptionKey, parseEncryptionKeys } from './encryption-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The header of a sealed value: a format and the id of the key. A value that was sealed before keys had
 * ids begins with its random nonce instead, which looks like a header once in 10^10 values.
 */
const HEADER = /^v1\.([a-z0-9_-]{1,32})\./;
/** Characters of the longest header. */
const MAX_HEADER_LENGTH = 36;

/** Authenticated encryption of stored secrets: AES-256-GCM, bound to the row that contains them. */
export interface SecretBox {
  /** The id of the key that seals. */
  readonly primaryKeyId: string;
  /** The ids of all keys, the primary one first. */
  readonly keyIds: readonly string[];
  /** @param rowId associated data: a value sealed for one row cannot be opened for another */
  seal(secret: string, rowId: string): Uint8Array<ArrayBuffer>;
  /** @throws UnreadableSecret when the key, the row id or the bytes differ from those used to seal */
  open(sealed: Uint8Array, rowId: string): string;
  /**
   * A keyed hash, 64 hex characters, for values that could be found by trying all of them, such as IP
   * addresses. It changes with the primary key.
   * @param purpose hashes for different purposes cannot be compared
   */
  hash(value: string, purpose: string): string;
}

/** A sealed value that no key opens. The message names its row and key, so it may be logged. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
  /** The id of the key that the value names; null if it names none. */
  readonly keyId: string | null;
  constructor(rowId: string, reason: string, keyId: string | null) {
    super(`The sealed value of ${rowId} cannot be opened: ${reason}.`);
    this.keyId = keyId;
  }
}

/** The id of the key that a value was sealed with; null if it was sealed before keys had ids. */
export function getKeyId(sealed: Uint8Array): string | null {
  const start = Buffer.from(sealed.subarray(0, MAX_HEADER_LENGTH)).toString('latin1');
  return HEADER.exec(start)?.[1] ?? null;
}

/**
 * @param encryptionKeys as in PARLEY_ENCRYPTION_KEYS; the first key seals, and all of them open
 * @throws Error when the keys are invalid
 */
export function createSecretBox(encryptionKeys: string): SecretBox {
  const keys = parseEncryptionKeys(encryptionKeys);
  const primary = keys[0];
  const hashKey = Buffer.from(hkdfSync('sha256', primary.bytes, '', 'keyed hash', 32));

  function openWithHeader(sealed: Uint8Array, keyId: string, rowId: string): string {
    const key = keys.find(({ id }) => id === keyId);
    if (!key) {
      const known = keys.map(({ id }) => id).join(', ');
      throw new UnreadableSecret(
        rowId,
        `PARLEY_ENCRYPTION_KEYS has ${known}, not key ${keyId}`,
        keyId,
      );
    }
    const header = getHeader(keyId);
    try {
      return decrypt(key, sealed.subarray(header.length), header + rowId);
    } catch {
      const reason = `it was sealed for another row, with another key named ${keyId}, or it is damaged`;
      throw new UnreadableSecret(rowId, reason, keyId);
    }
  }

  function openWithoutHeader(sealed: Uint8Array, rowId: string): string {
    for (const key of keys) {
      try {
        return decrypt(key, sealed, rowId);
      } catch {
        // The next key may be the one.
      }
    }
    throw new UnreadableSecret(
      rowId,
      'it names no key, and no key in PARLEY_ENCRYPTION_KEYS opens it',
      null,
    );
  }

  return {
    primaryKeyId: primary.id,
    keyIds: keys.map(({ id }) => id),
    seal(secret, rowId) {
      const header = getHeader(primary.id);
      return Uint8Array.from(
        Buffer.concat([Buffer.from(header), encrypt(primary, secret, header + rowId)]),
      );
    },
    open(sealed, rowId) {
      const keyId = getKeyId(sealed);
      return keyId === null
        ? openWithoutHeader(sealed, rowId)
        : openWithHeader(sealed, keyId, rowId);
    },
    hash: (value, purpose) =>
      createHmac('sha256', hashKey).update(`${purpose}\0${value}`).digest('hex'),
  };
}

const getHeader = (keyId: string): string => `v1.${keyId}.`;

/** @returns nonce, encrypted text and authentication tag */
function encrypt({ bytes }: EncryptionKey, text: string, associatedData: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(associatedData));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

/** @throws Error when the key, the associated data or the bytes differ from those used to encrypt */
function decrypt({ bytes }: EncryptionKey, encrypted: Uint8Array, associatedData: string): string {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const body = encrypted.subarray(NONCE_BYTES, -TAG_BYTES);
  // Without the length, Node.js accepts tags of 4 to 15 bytes, which are easier to forge.
  const decipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(associatedData))
    .setAuthTag(encrypted.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
