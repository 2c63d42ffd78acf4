import { readEnvironment } from '@parley/environment';
import { expect, it } from 'vitest';
import { environment } from './env.ts';

const good = {
  SANDBOX_DATABASE_URL: 'postgresql://u:hidden-password@localhost/sandbox',
  SANDBOX_SECRET_KEY: 'sk_test_12345678',
  SANDBOX_PUBLISHABLE_KEY: 'pk_test_12345678',
};

const readEnv = (source: Record<string, string>) => readEnvironment(environment, source);

it('returns defaults for optional variables', () => {
  expect(readEnv(good)).toMatchObject({
    SANDBOX_PORT: 4010,
    SANDBOX_HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
  });
  expect(readEnv({ ...good, SANDBOX_WEBHOOK_URL: '' }).SANDBOX_WEBHOOK_URL).toBeUndefined();
});

it.each<[Record<string, string>, RegExp]>([
  [{ SANDBOX_SECRET_KEY: 'sk_live_abcdefghij' }, /SANDBOX_SECRET_KEY/],
  [{ SANDBOX_PORT: 'x' }, /SANDBOX_PORT/],
  [{ NODE_ENV: 'production' }, /production, where the simulator does not run/],
  [{ SANDBOX_LIVE_SECRET_KEY: 'sk_test_abcdefghij' }, /SANDBOX_LIVE_SECRET_KEY/],
  [{ SANDBOX_LIVE_SECRET_KEY: 'sk_live_abcdefghij' }, /must be set together/],
  [{ SANDBOX_WEBHOOK_URL: 'http://localhost/x' }, /must be set together/],
])('names invalid variables but not their values: %j', (change, message) => {
  expect(() => readEnv({ ...good, ...change })).toThrow(message);
  expect(() => readEnv({ ...good, ...change })).not.toThrow(/hidden|abcdefghij/);
});
