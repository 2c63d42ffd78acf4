import { expect, it } from 'vitest';
import { listHref, readListAddress } from './list-address.ts';

it('reads what it has written', () => {
  const href = listHref({ status: 'paid', older: 'abc-_' });
  expect(href).toBe('/sessions?status=paid&older=abc-_');
  const search = Object.fromEntries(new URL(href, 'http://localhost').searchParams);
  expect(readListAddress(search)).toEqual({ status: 'paid', older: 'abc-_' });
});

it('is short where there is nothing to say', () => {
  expect(listHref({ status: undefined })).toBe('/sessions');
});

it.each([
  { status: 'rich' },
  { status: ['paid', 'expired'] },
  { older: 'x'.repeat(300) },
  { older: '' },
])('takes no notice of %o', (search) => {
  expect(Object.values(readListAddress(search)).filter(Boolean)).toEqual([]);
});
