import { destinationScheme } from '@parley/domain';

/** The URL to which a payer returns after the payment, of the web or of an app; null for any other. */
export function destinationLink(destination: string | null): string | null {
  if (destination === null || !URL.canParse(destination)) return null;
  const { protocol, href } = new URL(destination);
  return destinationScheme.test(protocol.slice(0, -1)) ? href : null;
}

/**
 * The home page of the shop that a payer returns to: an unpaid payer must not reach the page of paid orders.
 * An app has none.
 * @param destination where the payer returns to after the payment; null without one
 */
export function shopLink(destination: string | null): string | null {
  const link = safeLink(destination);
  return link && new URL('/', link).href;
}

/** The URL if its scheme is http or https, else null. Merchants and the provider choose these URLs. */
export function safeLink(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
