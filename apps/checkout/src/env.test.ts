import { readEnvironment } from '@parley/environment';
import { expect, it } from 'vitest';
import { environment } from './env.ts';

const read = (env: Record<string, string>) =>
  readEnvironment(environment, {
    DATABASE_URL: 'postgresql://localhost:5433/parley',
    CHECKOUT_URL: 'http://localhost:3001',
    PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    ...env,
  });

it('has no CAPTCHA provider by default, and Turnstile if only its keys are set', () => {
  expect(read({})).not.toHaveProperty('CAPTCHA_SITE_KEY');
  expect(read({ CAPTCHA_SITE_KEY: '0x4AAA', CAPTCHA_SECRET: 's' })).toMatchObject({
    CAPTCHA_SCRIPT_URL: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    CAPTCHA_VERIFY_URL: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  });
});

it.each([
  [{ CAPTCHA_SITE_KEY: '0x4AAA' }, 'CAPTCHA_SECRET: must be set together with CAPTCHA_SITE_KEY'],
  [{ CAPTCHA_SECRET: 'top' }, 'CAPTCHA_SECRET: must be set together with CAPTCHA_SITE_KEY'],
  [
    { CAPTCHA_VERIFY_URL: 'http://verify.example' },
    'CAPTCHA_VERIFY_URL: must be https unless it is on this machine',
  ],
  [
    { CAPTCHA_VERIFY_URL: 'verify' },
    'CAPTCHA_VERIFY_URL: must be a URL that begins with http:// or https://',
  ],
  [
    { CAPTCHA_SCRIPT_URL: 'javascript:alert(1)' },
    'CAPTCHA_SCRIPT_URL: must be a URL that begins with http:// or https://',
  ],
] as const)('rejects %o', (env, message) => {
  expect(() => read(env)).toThrow(`docs/configuration.md:\n  ${message}`);
});
