import { describe, expect, it } from 'vitest';
import {
  contentSecurityPolicy,
  isAllowedPageRequest,
  isAllowedRpcRequest,
} from './csp-and-csrf.ts';

const host = { host: 'localhost:3000' };
const own = { ...host, origin: 'http://localhost:3000' };
const proxied = { host: 'dashboard.internal:3000', 'x-forwarded-host': 'shop.example' };

type Case = [what: string, method: string, headers: Record<string, string>, allowed: boolean];

/** Behind a proxy the browser's origin is the public host, not the one that the proxy connects to. */
function fromProxy(method: string): Case[] {
  return [
    [
      `a ${method} from the public host`,
      method,
      { ...proxied, origin: 'https://shop.example' },
      true,
    ],
    [
      `a ${method} from the internal host`,
      method,
      { ...proxied, origin: 'http://dashboard.internal:3000' },
      false,
    ],
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
    expect(isAllowedPageRequest(method, new Headers(headers))).toBe(allowed);
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
    expect(isAllowedRpcRequest(method, new Headers(headers))).toBe(allowed);
  });
});

it('forbids framing and scripts without the nonce', () => {
  const policy = contentSecurityPolicy('abc', false);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
  expect(policy).not.toContain('unsafe');
});
