import { expect, it } from 'vitest';
import { openRuntime } from './open-runtime.ts';

const account = { merchantId: 'merch_1', apiUrl: 'http://localhost:4010', secretKey: 'sk_live_1' };

it.each([
  ['https://pay.example.com', true],
  [undefined, true],
  ['http://localhost:3001', false],
])('with the payer page at %s, a live key is refused for a simulator: %s', async (url, refused) => {
  const { database, connectProvider } = openRuntime({
    name: 'test',
    env: {
      DATABASE_URL: 'postgresql://127.0.0.1:9/none',
      DATABASE_POOL_SIZE: 1,
      DATABASE_PREPARED_STATEMENTS: true,
      PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
      PROVIDER_REQUESTS_PER_SECOND: 25,
      LOG_LEVEL: 'silent',
      ...(url === undefined ? {} : { CHECKOUT_URL: url }),
    },
  });
  const connect = expect(() => connectProvider(account));
  if (refused) connect.toThrow('a simulator, which takes no live payments');
  else connect.not.toThrow();
  await database.close();
});
