import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';

const data = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
const page = {
  'cache-control': expect.stringContaining('no-store'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'cross-origin-opener-policy': expect.stringMatching(/^same-origin/),
  'permissions-policy': expect.stringContaining('camera=()'),
  'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
  'x-content-type-options': 'nosniff',
};
const script = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
const api = new URL(demo.api_url).origin;
const { dashboard_url: dashboard, checkout_url: checkout } = demo;

for (const origin of [api, dashboard, checkout]) {
  for (const method of ['TRACE', 'PROPFIND']) {
    test(`${new URL(origin).port} responds 405 to ${method}`, async ({ request }) => {
      const response = await request.fetch(`${origin}/sign-in`, { method });
      expect(response.status()).toBe(405);
      expect(response.headers()).toMatchObject({ ...data, allow: 'GET, HEAD, POST' });
    });
  }
}

for (const [url, status, headers] of [
  [`${api}/healthz`, 200, data],
  [`${api}/readyz`, 200, data],
  [`${api}/metrics`, 200, data],
  [`${api}/v1/proxy_sessions`, 401, data],
  [`${api}/trpc/nothing`, 404, data],
  [`${api}/nothing`, 404, data],
  [`${api}/%zz`, 400, data],
  [demo.openapi_url, 200, { ...data, 'cache-control': 'public, max-age=300' }],
  [`${checkout}/healthz`, 200, data],
  [`${checkout}/readyz`, 200, data],
  [`${checkout}/`, 200, page],
  [`${checkout}/nothing/here`, 404, page],
  [`${checkout}/%zz`, 404, page],
  [`${checkout}/logos/x`, 404, data],
  [`${checkout}/embed/1.0.0/embed.js`, 200, script],
  [`${checkout}/embed/9.9.9/embed.js`, 404, page],
  [`${dashboard}/sign-in`, 200, page],
  [`${dashboard}/healthzz`, 404, page],
  [`${dashboard}/nothing`, 404, page],
  [`${dashboard}/api/trpc/sessions.list`, 401, page],
] as const) {
  const path = new URL(url).pathname;
  test(`${new URL(url).port}${path} responds ${status} with its security headers`, async ({
    request,
  }) => {
    const response = await request.get(url);
    expect(response.status()).toBe(status);
    expect(response.headers()).toMatchObject(headers);
    expect(response.headers()).not.toHaveProperty('x-powered-by');
    if (status !== 200)
      expect(response.headers()['cache-control'] ?? '').not.toContain('immutable');
    // Not over http, where browsers ignore it.
    expect(response.headers()).not.toHaveProperty('strict-transport-security');
  });
}
