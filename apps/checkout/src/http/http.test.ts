import { describe, expect, it } from 'vitest';
import { boundedBody } from './bounded-body.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { isSameOrigin } from './same-origin.ts';

describe('contentSecurityPolicy', () => {
  it('lets in the provider and nobody else', () => {
    const policy = contentSecurityPolicy({
      nonce: 'n',
      scriptUrl: 'http://localhost:4010/v3/stripe.js',
    });
    expect(policy).toBe(
      "default-src 'none'; script-src 'nonce-n' http://localhost:4010; style-src 'nonce-n'; connect-src 'self' http://localhost:4010; frame-src http://localhost:4010; img-src data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('knows what Stripe.js reaches', () => {
    const policy = contentSecurityPolicy({ nonce: 'n', scriptUrl: 'https://js.stripe.com/v3/' });
    expect(policy).toContain(
      "connect-src 'self' https://api.stripe.com https://checkout.stripe.com;",
    );
    expect(policy).toContain('https://hooks.stripe.com https://checkout.stripe.com;');
  });

  it.each([null, '', 'no url', 'javascript:alert(1)', "data:text/html,'unsafe-inline'"])(
    'lets in nothing by %s',
    (scriptUrl) => {
      const policy = contentSecurityPolicy({ nonce: 'n', scriptUrl });
      expect(policy).toContain("script-src 'nonce-n'; ");
      expect(policy).toContain("frame-src 'none'; ");
    },
  );

  it('cannot be widened by an address', () => {
    const scriptUrl = "https://cdn.example/x;script-src 'unsafe-inline'";
    expect(contentSecurityPolicy({ nonce: 'n', scriptUrl })).not.toContain('unsafe');
  });

  it('lets the merchant’s own pages frame it, once they are named', () => {
    const frameAncestors = ['https://shop.example'];
    const policy = contentSecurityPolicy({ nonce: 'n', scriptUrl: null, frameAncestors });
    expect(policy).toContain('frame-ancestors https://shop.example');
  });
});

describe('isSameOrigin', () => {
  const own = 'https://pay.example';
  it.each([
    [{}, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: own }, true],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'null' }, false],
    [{ origin: own, 'sec-fetch-site': 'cross-site' }, false],
  ])('of %o is %s', (headers, same) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>), own)).toBe(same);
  });
});

describe('boundedBody', () => {
  const post = (body: string) => new Request('http://x/', { method: 'POST', body });

  it('reads what is short enough, umlauts and all', async () => {
    expect(await boundedBody(post('Söhne'), 6)).toBe('Söhne');
    expect(await boundedBody(new Request('http://x/', { method: 'POST' }), 6)).toBe('');
  });

  it('refuses what is longer', async () => {
    expect(await boundedBody(post('Söhne!'), 6)).toBeNull();
  });
});
