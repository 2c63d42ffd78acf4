export interface PolicyOptions {
  readonly nonce: string;
  /** URL of Stripe.js; null if the page has no provider script. */
  readonly scriptUrl: string | null;
  /** URL of the CAPTCHA provider's script; none by default. */
  readonly captchaUrl?: string | undefined;
  /** Origins that may frame the page; none by default. */
  readonly frameAncestors?: readonly string[] | undefined;
}

interface ProviderSources {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
  readonly style?: readonly string[];
}

/** Source: docs.stripe.com/security/guide#content-security-policy, for Stripe.js and Checkout. */
const stripeSources: ProviderSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://checkout.stripe.com',
  ],
  connect: ['https://api.stripe.com', 'https://checkout.stripe.com'],
};

/** Source: docs.hcaptcha.com/#content-security-policy-settings. */
const hcaptchaOrigins = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
const hcaptchaSources: ProviderSources = {
  script: hcaptchaOrigins,
  frame: hcaptchaOrigins,
  connect: hcaptchaOrigins,
  style: hcaptchaOrigins,
};

/** Source: developers.google.com/recaptcha/docs/faq, "I'm using content-security-policy". */
const recaptchaSources = (url: string): ProviderSources => ({
  script: [url, 'https://www.gstatic.com/recaptcha/'],
  frame: [url, 'https://recaptcha.google.com/recaptcha/'],
  connect: [url],
});

/** Providers that use more than the origin of their script. */
const sourcesOfOrigin: Readonly<Record<string, ProviderSources>> = {
  'https://js.stripe.com': stripeSources,
  'https://js.hcaptcha.com': hcaptchaSources,
  'https://hcaptcha.com': hcaptchaSources,
  'https://www.google.com': recaptchaSources('https://www.google.com/recaptcha/'),
  // For countries that do not reach google.com.
  'https://www.recaptcha.net': recaptchaSources('https://www.recaptcha.net/recaptcha/'),
};

/** The sources of a provider that is known, or the origin of its script URL. */
function getProviderSources(scriptUrl: string | null): ProviderSources {
  const url = scriptUrl !== null && URL.canParse(scriptUrl) ? new URL(scriptUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { script: [], frame: [], connect: [] };
  }
  const known = sourcesOfOrigin[url.origin];
  if (known) return known;
  const origin = [url.origin];
  return { script: origin, frame: origin, connect: origin };
}

/** The Content-Security-Policy header. Everything that is not listed is blocked. */
export function contentSecurityPolicy({
  nonce,
  scriptUrl,
  captchaUrl,
  frameAncestors = [],
}: PolicyOptions): string {
  const providers = [scriptUrl, captchaUrl ?? null].map(getProviderSources);
  const sourcesFor = (kind: keyof ProviderSources) => [
    ...new Set(providers.flatMap((sources) => sources[kind] ?? [])),
  ];
  const list = (sources: readonly string[]) => (sources.length > 0 ? sources.join(' ') : "'none'");
  return Object.entries({
    'default-src': "'none'",
    'script-src': list([`'nonce-${nonce}'`, ...sourcesFor('script')]),
    'style-src': list([`'nonce-${nonce}'`, ...sourcesFor('style')]),
    'connect-src': list(["'self'", ...sourcesFor('connect')]),
    'frame-src': list(sourcesFor('frame')),
    'img-src': "'self' data:",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': list(frameAncestors),
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
