export interface PolicyOptions {
  readonly nonce: string;
  /** Where the provider's script comes from; null where none may run. */
  readonly scriptUrl: string | null;
  /** Origins that may frame the page, by the merchant's own list; none by default. */
  readonly frameAncestors?: readonly string[];
}

interface Sources {
  readonly script: readonly string[];
  readonly frame: readonly string[];
  readonly connect: readonly string[];
}

/** What Stripe.js, and Checkout inside our page, need. Source: docs.stripe.com/security/guide#content-security-policy. */
const stripe: Sources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://checkout.stripe.com',
  ],
  connect: ['https://api.stripe.com', 'https://checkout.stripe.com'],
};

/** The origins of the provider: those of Stripe, or the one the script comes from. */
function providerSources(scriptUrl: string | null): Sources {
  const url = scriptUrl !== null && URL.canParse(scriptUrl) ? new URL(scriptUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return { script: [], frame: [], connect: [] };
  if (url.origin === 'https://js.stripe.com') return stripe;
  const origin = [url.origin];
  return { script: origin, frame: origin, connect: origin };
}

/** Nothing runs, loads or is reached but what is named here. */
export function contentSecurityPolicy({
  nonce,
  scriptUrl,
  frameAncestors = [],
}: PolicyOptions): string {
  const { script, frame, connect } = providerSources(scriptUrl);
  const list = (sources: readonly string[]) => (sources.length > 0 ? sources.join(' ') : "'none'");
  return Object.entries({
    'default-src': "'none'",
    'script-src': list([`'nonce-${nonce}'`, ...script]),
    'style-src': `'nonce-${nonce}'`,
    'connect-src': list(["'self'", ...connect]),
    'frame-src': list(frame),
    'img-src': 'data:',
    'font-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': list(frameAncestors),
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
