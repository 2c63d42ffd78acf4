import { expect, test } from 'vitest';
import { readSettings } from '../settings.ts';
import { startProduct } from './start-product.ts';

test('production names everything that its processes lack at once, and does not start', async () => {
  const env = { NODE_ENV: 'production', API_URL: 'https://x.example', DOCS_URL: 'http://x' };
  const { signal } = new AbortController();
  const print = () => {};
  const settings = readSettings(env);
  const start = startProduct({ settings, env, reset: false, log: print, print, signal });
  const { message } = await start.then(
    () => new Error('it started'),
    (error: Error) => error,
  );
  const lines = message.split('\n').slice(1);
  const named = lines.map((line) => /^ {2}([A-Z_]+): .* \(([a-z, ]+)\)$/.exec(line)?.slice(1));
  expect(named.toSorted()).toEqual(
    [
      ['DATABASE_URL', 'api, checkout, dashboard, worker'],
      ['PARLEY_ENCRYPTION_KEYS', 'api, checkout, dashboard, worker'],
      ['DOCS_URL', 'api, dashboard'],
      ['CHECKOUT_URL', 'api, checkout, dashboard, worker'],
      ['DASHBOARD_URL', 'dashboard, worker'],
      ['BETTER_AUTH_SECRET', 'dashboard'],
      ['SMTP_URL', 'dashboard, worker'],
    ].toSorted(),
  );
});
