import { expect, it } from 'vitest';
import { readSessionListView, sessionListInput, sessionsHref } from './search-params.ts';

it('reads the address that it wrote', () => {
  const href = sessionsHref('live', { status: 'paid', older: 'abc-_' });
  expect(href).toBe('/live/sessions?status=paid&older=abc-_');
  const params = Object.fromEntries(new URL(href, 'http://localhost').searchParams);
  expect(readSessionListView(params)).toEqual({ status: 'paid', older: 'abc-_' });
});

it('writes no empty parameters', () => {
  expect(sessionsHref('live', { status: undefined })).toBe('/live/sessions');
});

it.each([
  { status: 'rich' },
  { status: ['paid', 'expired'] },
  { older: 'x'.repeat(300) },
  { older: '' },
])('ignores the invalid parameter %o', (params) => {
  expect(Object.values(readSessionListView(params)).filter(Boolean)).toEqual([]);
});

it('pages in the direction of the cursor', () => {
  expect(sessionListInput({})).toMatchObject({ cursor: undefined, direction: 'next' });
  expect(sessionListInput({ older: 'a' })).toMatchObject({ cursor: 'a', direction: 'next' });
  expect(sessionListInput({ newer: 'b' })).toMatchObject({ cursor: 'b', direction: 'previous' });
});
