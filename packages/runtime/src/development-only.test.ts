import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';

const required = {
  DATABASE_URL: 'postgresql://u:secret@localhost:5433/parley',
  PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
};

test.each([
  ['api', 'WEBHOOK_ALLOW_LOOPBACK_HTTP', 'true', true],
  ['api', 'PROVIDER_SANDBOX_URL', 'http://localhost:4010', 'http://localhost:4010'],
  ['worker', 'WEBHOOK_ALLOW_LOOPBACK_HTTP', 'true', true],
])(
  'the %s accepts %s in development and rejects it in production',
  async (app, name, text, value) => {
    const apps = join(import.meta.dirname, '../../../apps');
    const { environment } = await import(/* @vite-ignore */ join(apps, app, 'src/env.ts'));
    const set = { ...required, [name]: text };
    const development = readEnvironment(environment, { ...set, NODE_ENV: 'development' });
    expect(development).toMatchObject({ [name]: value });
    expect(() => readEnvironment(environment, { ...set, NODE_ENV: 'production' })).toThrow(
      `${name}: must not be set in production`,
    );
  },
);
