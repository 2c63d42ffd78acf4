import { isCluster } from '@parley/testing';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';

const admin = process.env.TEST_DATABASE_ADMIN_URL ?? '';
const open = (url: string, change: Partial<URL> = {}) =>
  openDatabase({
    url: Object.assign(new URL(url), change).href,
    encryptionKeys: `k1:${Buffer.alloc(32).toString('base64')}`,
  });
const databases = {
  // No server listens on port 1.
  'an unreachable server': open('postgresql://parley@127.0.0.1:1/parley'),
  // The nodes of a cluster for tests accept every password.
  ...(isCluster()
    ? {}
    : { 'a server that refuses the password': open(admin, { password: 'replaced' }) }),
  'a server without the database': open(admin, { pathname: '/absent' }),
};
afterAll(() => Promise.all(Object.values(databases).map((database) => database.close())));

const scope = { merchantId: 'merch_1', mode: 'test' } as const;
const unavailable = { name: 'DomainError', code: 'service_unavailable', retryAfterSeconds: 1 };

test.each(Object.entries(databases))('%s causes service_unavailable', async (_, database) => {
  for (const run of [
    () => database.apiKeysByHash.find('hash'),
    () => database.forScope(scope).merchants.find('merch_1'),
    () => database.transaction(scope, (tx) => tx.now()),
    () => database.ping(),
  ]) {
    await expect(run()).rejects.toMatchObject(unavailable);
  }
});
