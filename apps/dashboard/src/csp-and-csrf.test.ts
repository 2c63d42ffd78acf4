import { describe, expect, it } from 'vitest';
import {
  createContentSecurityPolicy,
  isAllowedPageRequest,
  isAllowedRpcRequest,
} from './csp-and-csrf.ts';

const ownOrigin = 'https://shop.example';
const host = { host: 'shop.example' };
const own = { ...host, origin: ownOrigin };

type Case = [what: string, method: string, headers: Record<string, string>, allowed: boolean];

/** No header decides what the own origin is: a proxy may change any of them, or pass a forged one on. */
function fromProxy(method: string): Case[] {
  const evil = { origin: 'https://evil.example' };
  return [
    [
      `a ${method} that a proxy sends on`,
      method,
      { host: 'internal:3000', origin: ownOrigin },
      true,
    ],
    [`a ${method} with a forged host`, method, { host: 'evil.example', ...evil }, false],
    [
      `a ${method} with a forged X-Forwarded-Host`,
      method,
      { ...host, ...evil, 'x-forwarded-host': 'evil.example' },
      false,
    ],
    [`a ${method} over http`, method, { ...host, origin: 'http://shop.example' }, false],
  ];
}

const writes: readonly Case[] = [
  ['a same-origin write', 'POST', { ...own, 'sec-fetch-site': 'same-origin' }, true],
  ['a same-origin write without Sec-Fetch-Site', 'POST', own, true],
  ['a cross-site write', 'POST', { ...own, 'sec-fetch-site': 'cross-site' }, false],
  ['a same-site write', 'POST', { ...own, 'sec-fetch-site': 'same-site' }, false],
  ['a write without an initiator', 'POST', { ...own, 'sec-fetch-site': 'none' }, false],
  ['a write with another origin', 'POST', { ...host, origin: 'https://evil.example' }, false],
  ['a write with an opaque origin', 'POST', { ...host, origin: 'null' }, false],
  ['a write without an origin', 'POST', host, false],
  ['a deletion without an origin', 'DELETE', host, false],
  ...fromProxy('POST'),
];

describe('isAllowedPageRequest', () => {
  it.each<Case>([
    ['a cross-site read', 'GET', { ...host, 'sec-fetch-site': 'cross-site' }, true],
    ...writes,
  ])('%s', (_what, method, headers, allowed) => {
    expect(isAllowedPageRequest(method, new Headers(headers), ownOrigin)).toBe(allowed);
  });
});

describe('isAllowedRpcRequest', () => {
  it.each<Case>([
    ['a same-origin read', 'GET', { ...host, 'sec-fetch-site': 'same-origin' }, true],
    ['a read without Sec-Fetch-Site', 'GET', host, true],
    ['a cross-site read', 'GET', { ...host, 'sec-fetch-site': 'cross-site' }, false],
    ['a same-site read', 'GET', { ...host, 'sec-fetch-site': 'same-site' }, false],
    ['a read typed as an address', 'GET', { ...host, 'sec-fetch-site': 'none' }, false],
    ['a read with another origin', 'GET', { ...host, origin: 'https://evil.example' }, false],
    ...fromProxy('GET'),
    ...writes,
  ])('%s', (_what, method, headers, allowed) => {
    expect(isAllowedRpcRequest(method, new Headers(headers), ownOrigin)).toBe(allowed);
  });
});

it('forbids framing and scripts without the nonce', () => {
  const policy = createContentSecurityPolicy('abc', false);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
  expect(policy).not.toContain('unsafe');
});
