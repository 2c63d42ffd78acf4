import type { EncryptionKey, WrappedKey } from '@parley/db/encryption-keys';

/** A service whose keys never leave it, and which wraps the encryption keys of an installation. */
export interface KeyService {
  /** Returns a new key of 32 bytes, wrapped. */
  create(id: string): Promise<WrappedKey>;
  /** Wraps a key that exists. */
  wrap(key: EncryptionKey): Promise<WrappedKey>;
  /** @throws Error that names the key and the reason */
  unwrap(key: WrappedKey): Promise<Uint8Array>;
}
