import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseEncryptionKeys } from './encryption-keys.ts';
import { createSecretBox, getKeyId, UnreadableSecret } from './secret-box.ts';

const newKey = () => randomBytes(32).toString('base64');
const key = `k1:${newKey()}`;
const box = createSecretBox(key);
const row = 'pspcfg_1:secret_key';

describe('a sealed secret', () => {
  it.each(['sk_test_1', '', 'ключ 🔑', 'x'.repeat(10_000)])(
    'opens to the original value: %s',
    (secret) => {
      expect(box.open(box.seal(secret, row), row)).toBe(secret);
      expect(createSecretBox(key).open(box.seal(secret, row), row)).toBe(secret);
    },
  );

  it('does not contain the secret and differs each time', () => {
    const sealed = box.seal('sk_test_1', row);
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('sk_test_1');
    expect(Buffer.from(box.seal('sk_test_1', row)).equals(Buffer.from(sealed))).toBe(false);
  });

  it('cannot be opened for another row or column', () => {
    const sealed = box.seal('sk_test_1', row);
    for (const other of ['pspcfg_2:secret_key', 'pspcfg_1:webhook_secret', '']) {
      expect(() => box.open(sealed, other)).toThrow();
    }
  });

  it('is opened with the key that it names, and sealed with the first one', () => {
    const rotated = createSecretBox(`k2:${newKey()},${key}`);
    expect(rotated.open(box.seal('sk_test_1', row), row)).toBe('sk_test_1');
    const sealed = rotated.seal('sk_test_2', row);
    expect([getKeyId(box.seal('', row)), getKeyId(sealed)]).toEqual(['k1', 'k2']);
    expect(rotated.open(sealed, row)).toBe('sk_test_2');
  });

  it('cannot be opened without the key that it names; the error names row and keys', () => {
    const other = createSecretBox(`k3:${newKey()},k2:${newKey()}`);
    expect(() => other.open(box.seal('sk_test_1', row), row)).toThrow(
      'The sealed value of pspcfg_1:secret_key cannot be opened: PARLEY_ENCRYPTION_KEYS has k3, k2, not key k1.',
    );
    const sameId = createSecretBox(`k1:${newKey()}`);
    expect(() => sameId.open(box.seal('sk_test_1', row), row)).toThrow(UnreadableSecret);
  });

  it('cannot be given the id of another key', () => {
    const bytes = newKey();
    const both = createSecretBox(`k1:${bytes},k2:${bytes}`);
    const renamed = Buffer.from(both.seal('sk_test_1', row));
    renamed.write('v1.k2.');
    expect(() => both.open(renamed, row)).toThrow(UnreadableSecret);
  });

  it('is opened with any key if it was sealed before keys had ids', () => {
    // AES-256-GCM of "sk_test_1" for this row with a key of 32 zero bytes, after its nonce.
    const sealed = Buffer.from('IbezljUQSWHmw2vRAUXtGzzkqfNdbLjT1DhGmGQhp+UacWYAvg==', 'base64');
    const zeros = Buffer.alloc(32).toString('base64');
    expect(createSecretBox(`k2:${newKey()},k1:${zeros}`).open(sealed, row)).toBe('sk_test_1');
    expect(getKeyId(sealed)).toBeNull();
    expect(() => box.open(sealed, row)).toThrow(/names no key/);
  });

  it('cannot be opened when a bit is changed or bytes are missing', () => {
    const sealed = box.seal('sk_test_1', row);
    for (let i = 0; i < sealed.length; i++) {
      const changed = Uint8Array.from(sealed);
      changed[i] = (sealed[i] ?? 0) ^ 1;
      expect(() => box.open(changed, row)).toThrow();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(() => box.open(sealed.subarray(0, length), row)).toThrow();
    }
  });

  it.each([4, 8, 12, 15])('cannot be opened with an authentication tag of %i bytes', (length) => {
    const sealed = box.seal('', row).subarray(0, 'v1.k1.'.length + 12 + length);
    expect(() => box.open(sealed, row)).toThrow(UnreadableSecret);
  });
});

describe('the list of encryption keys', () => {
  it('begins with the primary key and may contain spaces', () => {
    const keys = parseEncryptionKeys(`2026-11:${newKey()}, old_1:${newKey()}`);
    expect(keys.map(({ id }) => id)).toEqual(['2026-11', 'old_1']);
  });

  it.each([
    ['', 'entry 1 must be id:key'],
    [newKey(), 'entry 1 must be id:key'],
    [`k1:${newKey()},`, 'entry 2 must be id:key'],
    [`K1:${newKey()}`, 'entry 1 must be id:key'],
    [`${'k'.repeat(33)}:${newKey()}`, 'entry 1 must be id:key'],
    ['k1:correct horse battery', 'the key k1 must be 32 bytes in base64'],
    [`k1:${randomBytes(31).toString('base64')}`, 'the key k1 must be 32 bytes in base64'],
    [`k1:${randomBytes(33).toString('base64')}`, 'the key k1 must be 32 bytes in base64'],
    [`k1:${newKey()},k1:${newKey()}`, 'contains two keys with the id k1'],
  ])('is rejected without its values: case %#', (text, message) => {
    expect(() => parseEncryptionKeys(text)).toThrow(message);
    for (const value of text.match(/[^,:]{10,}/g) ?? []) {
      expect(() => parseEncryptionKeys(text)).not.toThrow(value);
    }
  });
});
