import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const needed = {
  NODE_ENV: 'development' as const,
  DATABASE_URL: 'postgresql://u:secret@localhost:5433/parley',
  PARLEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

test('sends webhooks to this machine only where development asks for it', () => {
  expect(readEnv(needed).WEBHOOK_ALLOW_LOOPBACK_HTTP).toBe(false);
  const development = { ...needed, WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };
  expect(readEnv(development).WEBHOOK_ALLOW_LOOPBACK_HTTP).toBe(true);
  expect(() => readEnv({ ...development, NODE_ENV: 'production' as const })).toThrow(
    'WEBHOOK_ALLOW_LOOPBACK_HTTP: must not be set in production',
  );
});

test('names what is wrong and shows no value', () => {
  const wrong = { ...needed, DATABASE_URL: 'mysql://u:secret@x/y', PARLEY_ENCRYPTION_KEY: 'short' };
  expect(() => readEnv(wrong)).toThrow(/DATABASE_URL: .*PARLEY_ENCRYPTION_KEY: /);
  expect(() => readEnv(wrong)).not.toThrow(/secret|short/);
});

test('offers a simulated provider only where no real money moves', () => {
  const simulated = { ...needed, PROVIDER_SANDBOX_URL: 'http://localhost:4010' };
  expect(readEnv(simulated).PROVIDER_SANDBOX_URL).toBe('http://localhost:4010');
  expect(() => readEnv({ ...simulated, NODE_ENV: 'production' as const })).toThrow(
    'PROVIDER_SANDBOX_URL: must not be set in production',
  );
});
