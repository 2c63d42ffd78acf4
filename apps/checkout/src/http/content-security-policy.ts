export interface PolicyOptions {
  readonly nonce: string;
  /** URL of Stripe.js; null if the page has no provider script. */
  readonly scriptUrl: string | null;
  /** Origins that may frame the page; none by default. */
  readonly frameAncestors?: readonly string[] | undefined;
}

interface ProviderSources {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
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

/** Stripe's origins, or the origin of another script URL. */
function getProviderSources(scriptUrl: string | null): ProviderSources {
  const url = scriptUrl !== null && URL.canParse(scriptUrl) ? new URL(scriptUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { script: [], frame: [], connect: [] };
  }
  if (url.origin === 'https://js.stripe.com') return stripeSources;
  const origin = [url.origin];
  return { script: origin, frame: origin, connect: origin };
}

/** The Content-Security-Policy header. Everything that is not listed is blocked. */
export function contentSecurityPolicy({
  nonce,
  scriptUrl,
  frameAncestors = [],
}: PolicyOptions): string {
  const { script, frame, connect } = getProviderSources(scriptUrl);
  const list = (sources: readonly string[]) => (sources.length > 0 ? sources.join(' ') : "'none'");
  return Object.entries({
    'default-src': "'none'",
    'script-src': list([`'nonce-${nonce}'`, ...script]),
    'style-src': `'nonce-${nonce}'`,
    'connect-src': list(["'self'", ...connect]),
    'frame-src': list(frame),
    'img-src': "'self' data:",
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': list(frameAncestors),
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
