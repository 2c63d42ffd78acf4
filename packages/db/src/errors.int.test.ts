import { afterAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';

const away = openDatabase({
  // Nobody listens on port 1.
  url: 'postgresql://parley@127.0.0.1:1/parley',
  encryptionKey: Buffer.alloc(32).toString('base64'),
});
afterAll(() => away.close());

const scope = { merchantId: 'merch_1', mode: 'test' } as const;
const unavailable = { name: 'DomainError', code: 'service_unavailable', retryAfterSeconds: 1 };

test.each([
  ['a raw query', () => away.findApiKey('hash')],
  ['a query', () => away.forScope(scope).merchants.find('merch_1')],
  ['a transaction', () => away.transaction(scope, (tx) => tx.now())],
  ['a ping', () => away.ping()],
])('%s to a database that is away is answered as service_unavailable', async (_, ask) => {
  await expect(ask()).rejects.toMatchObject(unavailable);
});
