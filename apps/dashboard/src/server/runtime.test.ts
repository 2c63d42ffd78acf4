import { readEnvironment } from '@parley/environment';
import { expect, test } from 'vitest';
import { environment } from '#env.ts';
import { createRuntime } from './runtime.ts';

test('the logger redacts secrets, Authorization headers and publishable keys', () => {
  const lines: string[] = [];
  const { logger } = createRuntime(
    readEnvironment(environment, {
      DATABASE_URL: 'postgresql://localhost:5433/parley',
      API_URL: 'http://localhost:4000',
      CHECKOUT_URL: 'http://localhost:3001',
      DASHBOARD_URL: 'http://localhost:3000',
      PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
      BETTER_AUTH_SECRET: 'x'.repeat(43),
      MAIL_DIR: '/nonexistent',
    }),
    { logDestination: { write: (line) => lines.push(line) } },
  );
  logger.info({
    url: '/psess_1?pk=pk_live_4q7m2x9k5n8w1r6b',
    headers: { authorization: 'Bearer sk_live_5a5a5a5a5a5a', cookie: 'session=abc' },
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==',
  });
  expect(JSON.parse(lines.join(''))).toMatchObject({
    name: 'dashboard',
    url: '/psess_1?pk=pk_…',
    headers: { authorization: '…', cookie: '…' },
    secret: 'whsec_…',
  });
});
