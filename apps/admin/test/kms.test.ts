import { randomBytes } from 'node:crypto';
import { startAwsKms } from '@parley/testing';
import { afterAll, expect, it, vi } from 'vitest';
import { runCommand } from './run.ts';

const kms = await startAwsKms();
for (const [name, value] of Object.entries(kms.env)) vi.stubEnv(name, value);
afterAll(() => {
  vi.unstubAllEnvs();
  return kms.stop();
});

const keys = (text: string) => ({ env: { PARLEY_ENCRYPTION_KEYS: text } });
const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

it('wrapped keys replace those of an installation, together with a key that no one has seen', async () => {
  const text = newKey('k1');
  const wrapped = await runCommand(['encryption-key', 'wrap', '--kms', kms.keyId], keys(text));
  expect([wrapped.exitCode, wrapped.error]).toEqual([0, '']);
  expect(wrapped.out).toMatch(/^k1:kms:[\w+/]+=*\n$/);
  const created = await runCommand(
    ['encryption-key', 'create', 'k2', '--kms', kms.keyId],
    keys(''),
  );
  expect(created.out).toMatch(/^k2:kms:[\w+/]+=*\n$/);
  const both = keys(`${created.out.trim()},${wrapped.out.trim()}`);
  const again = await runCommand(['encryption-key', 'wrap', '--kms', kms.keyId], both);
  expect(again.out).toMatch(/^k2:kms:[\w+/]+=*,k1:kms:[\w+/]+=*\n$/);
  expect(kms.calls.filter(({ operation }) => operation === 'Decrypt')).toHaveLength(2);
});

it('a key of another KMS key is refused, without a secret in the message', async () => {
  const args = ['encryption-key', 'create', 'k2', '--kms', 'alias/other'];
  const { exitCode, out, error } = await runCommand(args, keys(''));
  expect([exitCode, out]).toEqual([1, '']);
  expect(error).toContain('AccessDeniedException: Not authorized.');
});

it('a new key without a key management service is 32 random bytes', async () => {
  const { out } = await runCommand(['encryption-key', 'create', 'k2'], keys(''));
  expect(out).toMatch(/^k2:[\w+/]{43}=\n$/);
  const invalid = await runCommand(['encryption-key', 'create', 'K 2'], keys(''));
  expect([invalid.exitCode, invalid.out]).toEqual([2, '']);
});
