import { expect, it } from 'vitest';
import { formatRequestTitle } from './format-request-title.ts';

it.each([
  [
    '/v1/proxy_sessions/psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0/acquisition_attempts/pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfb1/confirm_provider_cart',
    '/v1/proxy_sessions/psess_…7egfa0/acquisition_attempts/pspacq_…7egfb1/confirm_provider_cart',
  ],
  ['/v1/webhook_endpoints', '/v1/webhook_endpoints'],
  ['/trpc/sessions.list', '/trpc/sessions.list'],
])('shortens the ids of %s, not its names', (path, shortened) => {
  expect(formatRequestTitle({ method: 'POST', path })).toBe(`POST ${shortened}`);
});
