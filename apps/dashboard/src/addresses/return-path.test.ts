import { expect, it } from 'vitest';
import { readReturnPath, signInHref } from './return-path.ts';

it.each([
  '/test/sessions/psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
  '/live/sessions?status=paid&older=MTc5.a-_',
  '/live/sessions?status=paid&status=expired&buyer=anna%40shop.example+2',
  '/test/webhooks/whend_0680/deliveries/evt_0680',
  '/test/provider-events?status=parked',
  '/live/overview?period=30d',
  '/live/attention?kind=payment_conflict&after=MTc5',
  '/live/subscriptions/psub_0680',
  '/live/api-keys?show=ended',
  '/team',
  '/merchants/merch_0680?to=%2Flive%2Fattention%3Fkind%3Dpayment_conflict',
  '/invitation?token=iVyG-4_w',
])('returns to %s after sign-in', (path) => {
  expect(readReturnPath(path)).toBe(path);
  const search = new URL(signInHref(path), 'http://localhost').searchParams;
  expect(search.get('to')).toBe(path);
});

it.each([
  '//evil.example',
  'https://evil.example/sessions',
  '/test/sessions//evil.example',
  '/test/webhooks/a/b/c/d',
  '/test/provider-events-else',
  '/other/sessions',
  '/\\evil.example',
  '/sign-in?to=/sign-in',
  'javascript:alert(1)',
  '',
  null,
])('returns to the start page for %s', (path) => {
  expect(readReturnPath(path)).toBe('/');
  expect(signInHref(path)).toBe('/sign-in');
});
