import { readEnvironment } from '@parley/environment';
import { expect, test } from 'vitest';
import { environment } from './env.ts';

const required = {
  DATABASE_URL: 'postgresql://localhost:5433/parley',
  PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  API_URL: 'http://localhost:4000',
  CHECKOUT_URL: 'http://localhost:3001',
  DASHBOARD_URL: 'http://localhost:3000',
  BETTER_AUTH_SECRET: 'x'.repeat(43),
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'no-reply@parley.example',
};

test.each([
  ['a short secret', { BETTER_AUTH_SECRET: 'secret' }, 'BETTER_AUTH_SECRET'],
  ['a missing database', { DATABASE_URL: undefined }, 'DATABASE_URL'],
  [
    'the provider simulator if the dashboard is on a network',
    { DASHBOARD_URL: 'https://parley.example', PROVIDER_SANDBOX_URL: 'http://localhost:4010' },
    'PROVIDER_SANDBOX_URL',
  ],
  [
    'loopback webhook URLs if the dashboard is on a network',
    { DASHBOARD_URL: 'https://parley.example', WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' },
    'WEBHOOK_ALLOW_LOOPBACK_HTTP',
  ],
  ['a missing SMTP server', { SMTP_URL: undefined }, 'SMTP_URL: must be set, and MAIL_FROM'],
  ['a missing public URL', { CHECKOUT_URL: undefined }, 'CHECKOUT_URL: is not set. Public'],
  ['a missing sender', { MAIL_FROM: undefined }, 'MAIL_FROM: must be set'],
  [
    'a folder for messages if the dashboard is on a network',
    { DASHBOARD_URL: 'https://parley.example', MAIL_DIR: '/tmp' },
    'MAIL_DIR: must not be set',
  ],
  ['http on a network', { DASHBOARD_URL: 'http://parley.internal' }, 'DASHBOARD_URL'],
])('rejects %s and names the variable', (_case, change, name) => {
  expect(() => readEnvironment(environment, { ...required, ...change })).toThrow(name);
});
