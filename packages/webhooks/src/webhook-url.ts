import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface UrlPolicy {
  /** Allows loopback addresses, also over http, for development. */
  readonly allowLoopback: boolean;
}

const MAX_URL_LENGTH = 2048;

/**
 * Validates the URL of an endpoint. Returns the problem as the rest of a sentence that begins with
 * the field name, or null. Host names are not resolved here: their addresses are checked at every
 * connection.
 */
export function validateWebhookUrl(text: string, rules: UrlPolicy): string | null {
  if (text.length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return 'must be an absolute URL such as https://shop.example/webhooks';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const host = hostOf(url);
  const local = isLocalName(host) || isLoopbackAddress(host);
  if (local && rules.allowLoopback && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (local || (isIP(host) !== 0 && !isPublicAddress(host))) {
    return 'must have a public host';
  }
  return null;
}

/** The host of a URL without the brackets of an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a host is localhost or a subdomain of it (RFC 6761). */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}
