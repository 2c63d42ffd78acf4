import { readEnvironment } from '@parley/environment';
import { expect, test } from 'vitest';
import { createAppContext } from './app-context.ts';
import { environment } from './env.ts';

test('the logger redacts secrets, Authorization headers and publishable keys', () => {
  const lines: string[] = [];
  const { logger } = createAppContext(
    readEnvironment(environment, {
      DATABASE_URL: 'postgresql://localhost:5433/parley',
      CHECKOUT_URL: 'http://localhost:3001',
      PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    }),
    { logDestination: { write: (line) => lines.push(line) } },
  );
  logger.info({
    url: '/psess_1?pk=pk_live_4q7m2x9k5n8w1r6b',
    headers: { authorization: 'Bearer sk_live_5a5a5a5a5a5a' },
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==',
  });
  expect(JSON.parse(lines.join(''))).toMatchObject({
    name: 'checkout',
    url: '/psess_1?pk=pk_…',
    headers: { authorization: '…' },
    secret: 'whsec_…',
  });
});
