import { readEnvironment } from '@parley/runtime/environment';
import { expect, test } from 'vitest';
import { environment } from './env.ts';

test('accepts WEBHOOK_ALLOW_LOOPBACK_HTTP in development and rejects it in production', () => {
  const unsafe = {
    DATABASE_URL: 'postgresql://u:secret@localhost:5433/parley',
    PARLEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
  };
  const development = readEnvironment(environment, { ...unsafe, NODE_ENV: 'development' });
  expect(development.WEBHOOK_ALLOW_LOOPBACK_HTTP).toBe(true);
  expect(() => readEnvironment(environment, { ...unsafe, NODE_ENV: 'production' })).toThrow(
    'WEBHOOK_ALLOW_LOOPBACK_HTTP: must not be set in production',
  );
});
