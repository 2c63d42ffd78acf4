import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const whole: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://localhost:5433/parley',
  PARLEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  BETTER_AUTH_SECRET: 'x'.repeat(43),
};

describe('readEnv', () => {
  it('takes origins without a path, and has defaults for one machine', () => {
    const env = readEnv({ ...whole, CHECKOUT_URL: 'https://pay.example/' });
    expect(env).toMatchObject({
      DASHBOARD_URL: 'http://localhost:3000',
      CHECKOUT_URL: 'https://pay.example',
    });
  });

  it.each([
    ['a short secret', { BETTER_AUTH_SECRET: 'secret' }, 'BETTER_AUTH_SECRET'],
    ['no database', { DATABASE_URL: undefined }, 'DATABASE_URL'],
    [
      'endpoints on this machine where people are on others',
      { DASHBOARD_URL: 'https://parley.example', WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' },
      'WEBHOOK_ALLOW_LOOPBACK_HTTP',
    ],
    ['http on a network', { DASHBOARD_URL: 'http://parley.internal' }, 'DASHBOARD_URL'],
  ])('refuses %s by the name of the variable', (_what, change, name) => {
    expect(() => readEnv({ ...whole, ...change })).toThrow(name);
  });

  it('never repeats a value', () => {
    expect(() => readEnv({ ...whole, BETTER_AUTH_SECRET: 'hunter2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });
});
