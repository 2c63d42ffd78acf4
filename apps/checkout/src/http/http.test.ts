import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { isSameOrigin } from './request-checks.ts';

describe('contentSecurityPolicy', () => {
  it('allows only the provider', () => {
    const policy = contentSecurityPolicy({
      nonce: 'n',
      scriptUrl: 'http://localhost:4010/v3/stripe.js',
    });
    expect(policy).toBe(
      "default-src 'none'; script-src 'nonce-n' http://localhost:4010; style-src 'nonce-n'; connect-src 'self' http://localhost:4010; frame-src http://localhost:4010; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('allows the origins that Stripe.js uses', () => {
    const policy = contentSecurityPolicy({ nonce: 'n', scriptUrl: 'https://js.stripe.com/v3/' });
    expect(policy).toContain(
      "connect-src 'self' https://api.stripe.com https://checkout.stripe.com;",
    );
    expect(policy).toContain('https://hooks.stripe.com https://checkout.stripe.com;');
  });

  it.each([null, '', 'no url', 'javascript:alert(1)', "data:text/html,'unsafe-inline'"])(
    'allows no provider for %s',
    (scriptUrl) => {
      const policy = contentSecurityPolicy({ nonce: 'n', scriptUrl });
      expect(policy).toContain("script-src 'nonce-n'; ");
      expect(policy).toContain("frame-src 'none'; ");
    },
  );

  it('cannot be extended by a script URL', () => {
    const scriptUrl = "https://cdn.example/x;script-src 'unsafe-inline'";
    expect(contentSecurityPolicy({ nonce: 'n', scriptUrl })).not.toContain('unsafe');
  });

  it.each([
    [
      'https://challenges.cloudflare.com/turnstile/v0/api.js',
      "script-src 'nonce-n' https://js.stripe.com https://*.js.stripe.com https://challenges.cloudflare.com; style-src 'nonce-n';",
    ],
    [
      'https://js.hcaptcha.com/1/api.js',
      "https://hcaptcha.com https://*.hcaptcha.com; style-src 'nonce-n' https://hcaptcha.com https://*.hcaptcha.com;",
    ],
    [
      'https://www.google.com/recaptcha/api.js',
      'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;',
    ],
    [
      'https://www.recaptcha.net/recaptcha/api.js',
      'https://www.recaptcha.net/recaptcha/ https://www.gstatic.com/recaptcha/;',
    ],
    ['https://hcaptcha.com/1/api.js', 'https://hcaptcha.com https://*.hcaptcha.com;'],
  ])('allows the CAPTCHA provider of %s', (captchaUrl, sources) => {
    const scriptUrl = 'https://js.stripe.com/v3/';
    const policy = contentSecurityPolicy({ nonce: 'n', scriptUrl, captchaUrl });
    expect(policy).toContain(sources);
    expect(policy).not.toContain('unsafe');
  });

  it('names the simulator once, as provider of payments and challenges', () => {
    const scriptUrl = 'http://localhost:4010/v3/stripe.js';
    const captchaUrl = 'http://localhost:4010/captcha/api.js';
    expect(contentSecurityPolicy({ nonce: 'n', scriptUrl, captchaUrl })).toBe(
      contentSecurityPolicy({ nonce: 'n', scriptUrl }),
    );
  });

  it('allows the listed origins to frame the page', () => {
    const frameAncestors = ['https://shop.example'];
    const policy = contentSecurityPolicy({ nonce: 'n', scriptUrl: null, frameAncestors });
    expect(policy).toContain('frame-ancestors https://shop.example');
  });
});

describe('isSameOrigin', () => {
  const pageOrigin = 'https://pay.example';
  it.each([
    [{}, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: pageOrigin }, true],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'null' }, false],
    [{ origin: pageOrigin, 'sec-fetch-site': 'cross-site' }, false],
  ])('maps %o to %s', (headers, same) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>), pageOrigin)).toBe(same);
  });
});
