import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Authenticated encryption of stored secrets: AES-256-GCM, bound to the row that contains them. */
export interface SecretBox {
  /** @param rowId associated data: a value sealed for one row cannot be opened for another */
  seal(secret: string, rowId: string): Uint8Array<ArrayBuffer>;
  /** @throws Error when the key, the row id or the bytes differ from those used to seal */
  open(sealed: Uint8Array, rowId: string): string;
}

/**
 * @param key 32 bytes, base64
 * @throws Error when the key does not have 32 bytes
 */
export function createSecretBox(key: string): SecretBox {
  const keyBytes = Buffer.from(key, 'base64');
  if (keyBytes.length !== 32) throw new Error('The encryption key must be 32 bytes in base64.');

  return {
    seal(secret, rowId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyBytes, nonce).setAAD(Buffer.from(rowId));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Uint8Array.from(Buffer.concat([nonce, body, cipher.getAuthTag()]));
    },
    open(sealed, rowId) {
      const bytes = Buffer.from(sealed);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      // Without the length, Node.js accepts tags of 4 to 15 bytes, which are easier to forge.
      const decipher = createDecipheriv('aes-256-gcm', keyBytes, nonce, {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(rowId))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
