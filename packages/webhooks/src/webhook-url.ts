import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface UrlPolicy {
  /** Whether this machine may be called, over http too: for development. */
  readonly allowLoopback: boolean;
}

const MAX_URL_LENGTH = 2048;

/**
 * What is wrong with the URL of an endpoint, in words that follow its name; null when nothing is.
 * A name is not looked up here: what it resolves to is checked at every connection.
 */
export function validateWebhookUrl(text: string, rules: UrlPolicy): string | null {
  if (text.length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return 'must be an absolute URL such as https://shop.example/webhooks';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  const host = hostOf(url);
  const local = isLocalName(host) || isLoopbackAddress(host);
  if (local && rules.allowLoopback && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (local || (isIP(host) !== 0 && !isPublicAddress(host))) {
    return 'must name a host that the internet can reach';
  }
  return null;
}

/** A URL's host without the brackets of an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** localhost and everything under it (RFC 6761). */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}
