import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const key = randomBytes(32).toString('base64');
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

  it('cannot be opened with another key', () => {
    const other = createSecretBox(randomBytes(32).toString('base64'));
    expect(() => other.open(box.seal('sk_test_1', row), row)).toThrow();
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
    const sealed = box.seal('sk_test_1', row).subarray(0, length);
    expect(() => box.open(sealed, row)).toThrow('Invalid authentication tag length');
  });
});

describe('createSecretBox', () => {
  it.each([0, 16, 31, 33, 64])('rejects a key of %i bytes', (length) => {
    expect(() => createSecretBox(randomBytes(length).toString('base64'))).toThrow(/32 bytes/);
  });

  it('rejects a key that is not base64 without quoting it', () => {
    expect(() => createSecretBox('correct horse battery')).toThrow(/32 bytes/);
    expect(() => createSecretBox('correct horse battery')).not.toThrow(/horse/);
  });
});
