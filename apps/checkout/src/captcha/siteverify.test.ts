import type { RequestListener } from 'node:http';
import { startServer } from '@parley/testing';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createCaptcha } from './siteverify.ts';

const logger = { warn: vi.fn(), error: vi.fn() };
const received: { readonly path: string; readonly form: Record<string, string> }[] = [];
let listener: RequestListener;
const { url, stop } = await startServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const form = Object.fromEntries(new URLSearchParams(body));
  received.push({ path: `${request.method} ${request.url}`, form });
  listener(request, response);
});

beforeEach(() => {
  received.length = 0;
  vi.clearAllMocks();
});
afterAll(stop);

const captcha = createCaptcha({
  siteKey: 'the-site-key',
  secret: 'top-secret',
  verifyUrl: `${url}/siteverify`,
  hostname: 'pay.example',
  logger,
});
const verify = () => captcha.verify('the-token', '192.0.2.7');
const respondWith =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

it('posts the secret, the token and the address as a form', async () => {
  listener = respondWith({ success: true, hostname: 'pay.example' });
  expect(await verify()).toBe('passed');
  const form = {
    secret: 'top-secret',
    sitekey: 'the-site-key',
    response: 'the-token',
    remoteip: '192.0.2.7',
  };
  expect(received).toEqual([{ path: 'POST /siteverify', form }]);
  await captcha.verify('the-token', undefined);
  expect(received[1]?.form).not.toHaveProperty('remoteip');
});

it.each([
  { success: true, hostname: 'shop.example' },
  { success: true },
  ...[
    'timeout-or-duplicate',
    'invalid-input-response',
    'bad-request',
    'sitekey-secret-mismatch',
    'unheard-of',
  ].map((code) => ({ success: false, 'error-codes': [code] })),
])('refuses the token after %o', async (body) => {
  listener = respondWith(body);
  expect(await verify()).toBe('failed');
});

it.each([
  ['an internal error', respondWith({ success: false, 'error-codes': ['internal-error'] })],
  ['a status of 503', respondWith({ success: true, hostname: 'pay.example' }, 503)],
  ['a status of 429', respondWith({}, 429)],
  ['a redirect', respondWith('', 307, { location: '/elsewhere' })],
  ['a long response', respondWith(JSON.stringify({ success: true, pad: 'x'.repeat(17_000) }))],
  ['a closed connection', ((request) => void request.socket.destroy()) as RequestListener],
])('is unavailable after %s, with a warning', async (_case, response) => {
  listener = response;
  expect(await verify()).toBe('unavailable');
  expect(received).toHaveLength(1);
  expect(logger.warn).toHaveBeenCalledOnce();
});

it.each([
  ['CAPTCHA_SECRET', { success: false, 'error-codes': ['invalid-input-secret'] }, 200],
  ['CAPTCHA_VERIFY_URL', 'Not found', 404],
] as const)(
  'is unavailable if %s is wrong, with an error that names it',
  async (name, body, status) => {
    listener = respondWith(body, status);
    expect(await verify()).toBe('unavailable');
    expect(logger.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(name));
  },
);

it('waits two seconds at most, and logs no secret and no token', async () => {
  listener = () => {};
  const startedAt = performance.now();
  expect(await verify()).toBe('unavailable');
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  const logged = JSON.stringify(logger.warn.mock.calls, (_key, value) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
  );
  expect(logged).not.toMatch(/top-secret|the-token/);
});
