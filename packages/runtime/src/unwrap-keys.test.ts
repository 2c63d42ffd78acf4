import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatEncryptionKey, type WrappedKey } from '@parley/db/encryption-keys';
import type { EnvironmentSource } from '@parley/environment';
import { startAwsKms } from '@parley/testing';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createAwsKms } from './aws-kms.ts';
import { unwrapKeys } from './unwrap-keys.ts';

const kms = await startAwsKms();
afterAll(() => kms.stop());
beforeEach(() => {
  for (const [name, value] of Object.entries(kms.env)) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

const bytes = randomBytes(32);
const plain = formatEncryptionKey({ id: 'k1', bytes });
const wrap = (id = 'k1') => createAwsKms(kms.keyId).wrap({ id, bytes });
const unwrap = (...keys: (WrappedKey | string)[]) => {
  const list = keys.map((key) => (typeof key === 'string' ? key : formatEncryptionKey(key)));
  return unwrapKeys({ PARLEY_ENCRYPTION_KEYS: list.join(',') });
};

it('wrapped keys become the keys themselves, in their order, next to those that are not wrapped', async () => {
  const created = await createAwsKms(kms.keyId).create('k2');
  const other = formatEncryptionKey({ id: 'k0', bytes: randomBytes(32) });
  const { PARLEY_ENCRYPTION_KEYS: text } = await unwrap(created, await wrap(), other);
  expect(text.split(',').slice(1)).toEqual([plain, other]);
  expect(text).toMatch(/^k2:[\w+/]{43}=,/);
  expect(kms.calls.map(({ operation }) => operation)).toEqual([
    'GenerateDataKeyWithoutPlaintext',
    'Encrypt',
    'Decrypt',
    'Decrypt',
  ]);
  const context = { application: 'parley', encryption_key: 'k2' };
  expect(kms.calls[0]?.context).toEqual(context);
});

it('wrapped keys may be in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'keys');
  await writeFile(file, `${formatEncryptionKey(await wrap())}\n`);
  const source: EnvironmentSource = { PARLEY_ENCRYPTION_KEYS_FILE: file };
  expect(await unwrapKeys(source)).toEqual({ PARLEY_ENCRYPTION_KEYS: plain });
});

it('a list without wrapped keys needs no key management service', async () => {
  const source = { PARLEY_ENCRYPTION_KEYS: plain };
  const never = () => Promise.reject(new Error('opened'));
  expect(await unwrapKeys(source, never)).toBe(source);
  const invalid = { PARLEY_ENCRYPTION_KEYS: 'k1:kms:?' };
  expect(await unwrapKeys(invalid, never)).toBe(invalid);
});

it('a wrapped key works under its own id only', async () => {
  await expect(unwrap({ ...(await wrap()), id: 'k2' })).rejects.toThrow(
    'PARLEY_ENCRYPTION_KEYS: The encryption key k2 was not unwrapped by AWS KMS: InvalidCiphertextException. The value is damaged, belongs to another key id',
  );
});

it('a refusal names the key, the reason and what to do, and never a secret', async () => {
  const wrapped = await wrap();
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'hunter2');
  const refused = await unwrap(wrapped).catch((error: Error) => error.message);
  expect(refused).toContain('InvalidSignatureException: The signature does not match.');
  expect(refused).not.toContain('hunter2');
  await expect(createAwsKms('alias/other').create('k3')).rejects.toThrow(
    'The encryption key k3 was not created by AWS KMS',
  );
});

it('an unreachable service is named', async () => {
  const wrapped = await wrap();
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', 'http://127.0.0.1:9');
  await expect(unwrap(wrapped)).rejects.toThrow('ECONNREFUSED');
});
