import { readEnvironment } from '@parley/runtime/environment';
import { expect, test } from 'vitest';
import { environment } from './env.ts';

const required = {
  DATABASE_URL: 'postgresql://u:secret@localhost:5433/parley',
  PARLEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

test.each([
  ['WEBHOOK_ALLOW_LOOPBACK_HTTP', 'true', true],
  ['PROVIDER_SANDBOX_URL', 'http://localhost:4010', 'http://localhost:4010'],
] as const)('accepts %s in development and rejects it in production', (name, text, value) => {
  const set = { ...required, [name]: text };
  expect(readEnvironment(environment, { ...set, NODE_ENV: 'development' })[name]).toBe(value);
  expect(() => readEnvironment(environment, { ...set, NODE_ENV: 'production' })).toThrow(
    `${name}: must not be set in production`,
  );
});
