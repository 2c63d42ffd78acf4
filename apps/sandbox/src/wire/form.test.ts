import { expect, it } from 'vitest';
import { MalformedForm, parseForm } from './form.ts';

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)));

it('parseForm parses nested fields and lists', () => {
  expect(plain('a=1&b[c]=2&b[d][e]=x+y&l[]=p&l[]=q&m[0][n]=%C3%A9')).toEqual({
    a: '1',
    b: { c: '2', d: { e: 'x y' } },
    l: { 0: 'p', 1: 'q' },
    m: { 0: { n: 'é' } },
  });
});

it('parseForm treats __proto__ as an ordinary key', () => {
  const form = parseForm('__proto__[polluted]=1&metadata[__proto__]=2');
  expect(Object.keys(form)).toEqual(['__proto__', 'metadata']);
  expect({}).not.toHaveProperty('polluted');
});

it.each(['a=1&a[b]=2', 'a[b]=1&a=2', 'a[b=1', 'a=%E0%A4', 'a=%00', `a${'[b]'.repeat(12)}=1`])(
  'parseForm rejects %s',
  (text) => {
    expect(() => parseForm(text)).toThrow(MalformedForm);
  },
);
