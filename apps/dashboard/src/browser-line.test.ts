import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, isOwnWrite } from './browser-line.ts';

const host = { host: 'localhost:3000' };
const own = { ...host, origin: 'http://localhost:3000' };

type Case = [what: string, method: string, headers: Record<string, string>, allowed: boolean];

describe('isOwnWrite', () => {
  it.each<Case>([
    ['a read from anywhere', 'GET', { ...host, 'sec-fetch-site': 'cross-site' }, true],
    ['a write of our page', 'POST', { ...own, 'sec-fetch-site': 'same-origin' }, true],
    ['a write of our page in an old browser', 'POST', own, true],
    ['a write of another site', 'POST', { ...own, 'sec-fetch-site': 'cross-site' }, false],
    ['a write of a neighbour', 'POST', { ...own, 'sec-fetch-site': 'same-site' }, false],
    ['a write typed as an address', 'POST', { ...own, 'sec-fetch-site': 'none' }, false],
    ['a write with another origin', 'POST', { ...host, origin: 'https://evil.example' }, false],
    ['a write with an opaque origin', 'POST', { ...host, origin: 'null' }, false],
    ['a write that says nothing', 'POST', host, false],
    ['a deletion that says nothing', 'DELETE', host, false],
  ])('%s', (_what, method, headers, allowed) => {
    expect(isOwnWrite(method, new Headers(headers))).toBe(allowed);
  });
});

it('lets no frame and no foreign script in', () => {
  const policy = contentSecurityPolicy('abc', false);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
  expect(policy).not.toContain('unsafe');
});
