import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';

const unreachable = openDatabase({
  // No server listens on port 1.
  url: 'postgresql://parley@127.0.0.1:1/parley',
  encryptionKeys: `k1:${Buffer.alloc(32).toString('base64')}`,
});
afterAll(() => unreachable.close());

const scope = { merchantId: 'merch_1', mode: 'test' } as const;
const unavailable = { name: 'DomainError', code: 'service_unavailable', retryAfterSeconds: 1 };

test.each([
  ['a raw query', () => unreachable.apiKeysByHash.find('hash')],
  ['a query', () => unreachable.forScope(scope).merchants.find('merch_1')],
  ['a transaction', () => unreachable.transaction(scope, (tx) => tx.now())],
  ['a ping', () => unreachable.ping()],
])('%s to an unreachable database fails with service_unavailable', async (_, run) => {
  await expect(run()).rejects.toMatchObject(unavailable);
});
