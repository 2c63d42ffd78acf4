import { expect, it } from 'vitest';
import { returnPath, signInHref } from './return-path.ts';

it.each([
  '/sessions/psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
  '/sessions?status=paid&older=MTc5.a-_',
  '/webhooks/whend_0680/deliveries/evt_0680',
  '/provider-events?status=parked',
  '/subscriptions/psub_0680',
  '/api-keys?show=ended',
  '/invitation?token=iVyG-4_w',
])('returns to %s after sign-in', (path) => {
  expect(returnPath(path)).toBe(path);
  const search = new URL(signInHref(path), 'http://localhost').searchParams;
  expect(search.get('to')).toBe(path);
});

it.each([
  '//evil.example',
  'https://evil.example/sessions',
  '/sessions//evil.example',
  '/webhooks/a/b/c/d',
  '/provider-events-else',
  '/\\evil.example',
  '/sign-in?to=/sign-in',
  'javascript:alert(1)',
  '',
  null,
])('returns to the start page for %s', (path) => {
  expect(returnPath(path)).toBe('/sessions');
  expect(signInHref(path)).toBe('/sign-in');
});
