import { join } from 'node:path';
import { readEnvironment } from '@parley/environment';
import { expect, test } from 'vitest';
import type { z } from 'zod';

const required = {
  DATABASE_URL: 'postgresql://u:secret@localhost:5433/parley',
  PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
};

/** The variables that an app reads. */
async function loadEnvironment(app: string): Promise<z.ZodObject> {
  const apps = join(import.meta.dirname, '../../../apps');
  const { environment } = await import(/* @vite-ignore */ join(apps, app, 'src/env.ts'));
  return environment;
}

test.each([
  ['api', 'WEBHOOK_ALLOW_LOOPBACK_HTTP', 'true', true],
  ['api', 'PROVIDER_SANDBOX_URL', 'http://localhost:4010', 'http://localhost:4010'],
  ['worker', 'WEBHOOK_ALLOW_LOOPBACK_HTTP', 'true', true],
])(
  'the %s accepts %s in development and rejects it in production',
  async (app, name, text, value) => {
    const environment = await loadEnvironment(app);
    const set = { ...required, [name]: text };
    const development = readEnvironment(environment, { ...set, NODE_ENV: 'development' });
    expect(development).toMatchObject({ [name]: value });
    expect(() => readEnvironment(environment, { ...set, NODE_ENV: 'production' })).toThrow(
      `${name}: must not be set in production. Remove it.`,
    );
  },
);

test.each(['api', 'worker', 'dashboard', 'checkout'])(
  'the %s reads the credentials of the collector from a file',
  async (app) => {
    const { shape } = await loadEnvironment(app);
    expect(Object.keys(shape)).toContain('OTEL_EXPORTER_OTLP_HEADERS');
  },
);

const origins = {
  API_URL: 'https://api.example.com',
  CHECKOUT_URL: 'https://pay.example.com',
  DASHBOARD_URL: 'https://dashboard.example.com',
};

test.each([
  ['api', 'API_URL', 'http://api.example.com', 'must be the public https URL in production'],
  ['api', 'CHECKOUT_URL', 'http://localhost:3001', 'must be the public https URL in production'],
  ['worker', 'CHECKOUT_URL', 'http://localhost:3001', 'must be the public https URL in production'],
  [
    'checkout',
    'CHECKOUT_URL',
    'http://pay.example.com',
    'must be https unless it is on this machine',
  ],
  [
    'dashboard',
    'DASHBOARD_URL',
    'http://example.com',
    'must be https unless it is on this machine',
  ],
  ['api', 'DOCS_URL', 'http://example.com', 'must be https unless it is on this machine'],
  ['dashboard', 'DOCS_URL', 'http://example.com', 'must be https unless it is on this machine'],
  ['dashboard', 'CHECKOUT_URL', 'http://example.com', 'must be https unless it is on this machine'],
])('the %s rejects %s=%s in production', async (app, name, url, message) => {
  const environment = await loadEnvironment(app);
  const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'no-reply@example.com' };
  const valid = {
    ...required,
    ...origins,
    DOCS_URL: 'https://docs.example.com',
    ...mail,
    BETTER_AUTH_SECRET: 'x'.repeat(32),
  };
  expect(readEnvironment(environment, valid)).toHaveProperty(name);
  expect(() => readEnvironment(environment, { ...valid, [name]: url })).toThrow(
    `docs/configuration.md:\n  ${name}: ${message}`,
  );
});
