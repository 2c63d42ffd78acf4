import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

export interface UrlPolicy {
  /** Allows loopback addresses, also over http, for development. */
  readonly allowLoopback: boolean;
}

const MAX_URL_LENGTH = 2048;

/** A URL in its normalized form, or the problem as the rest of a sentence that begins with the field name. */
export type ParsedWebhookUrl =
  | { readonly url: URL; readonly problem: null }
  | { readonly url: null; readonly problem: string };

/**
 * Parses the URL of an endpoint. What is checked is the parsed URL, so that is what is stored and called, not
 * the text. Host names are not resolved here: their addresses are checked at every connection.
 */
export function parseWebhookUrl(text: string, rules: UrlPolicy): ParsedWebhookUrl {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text);
  const isTooLong = text.length > MAX_URL_LENGTH || (url?.href.length ?? 0) > MAX_URL_LENGTH;
  if (isTooLong) return { url: null, problem: `must be at most ${MAX_URL_LENGTH} characters` };
  if (!url) {
    const problem = 'must be an absolute URL such as https://shop.example/webhooks';
    return { url: null, problem };
  }
  const problem = findProblem(url, rules);
  return problem === null ? { url, problem } : { url: null, problem };
}

function findProblem(url: URL, rules: UrlPolicy): string | null {
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hash !== '') return 'must not contain a fragment (#…), which is never sent';
  const host = getHost(url);
  const local = isLocalName(host) || isLoopbackAddress(host);
  if (local && rules.allowLoopback && /^https?:$/.test(url.protocol)) return null;
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (local || (isIP(host) !== 0 && !isPublicAddress(host))) {
    return 'must have a public host';
  }
  return null;
}

/** The host of a URL without the brackets of an IPv6 address. */
function getHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a host is localhost or a subdomain of it (RFC 6761). */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}
