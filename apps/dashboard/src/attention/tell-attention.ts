import type { AttentionItems } from '@parley/operations';
import type { Route } from 'next';
import { endpointHref, endpointsHref } from '../webhooks/address.ts';
import { shortUrl } from '../webhooks/short-url.ts';

/** What stands above every page until somebody has done something about it. */
export interface Notice {
  readonly key: string;
  readonly what: string;
  /** Since when; RFC 3339. */
  readonly since: string | null;
  readonly todo: string;
  readonly link: { readonly word: string; readonly href: Route };
}

type Endpoint = AttentionItems['endpoints'][number];

/** A few failures are nobody's business yet: tries go on, and most get over it. */
const FAILING_UNTIL_TOLD_MS = 10 * 60_000;
/** Endpoints told of one by one; more than these are told of together. */
const TOLD = 2;

/** @param now milliseconds since 1970 */
export function tellAttention(attention: AttentionItems, now: number): readonly Notice[] {
  const endpoints = endpointsInTrouble(attention, now);
  return [
    ...(endpoints.length > TOLD ? [tellTogether(endpoints.length)] : endpoints.map(tellEndpoint)),
    ...tellProviderEvents(attention.failed_provider_events),
  ];
}

/** Those that the service stopped, and those that have failed for a while. */
export function endpointsInTrouble(attention: AttentionItems, now: number): readonly Endpoint[] {
  return attention.endpoints.filter((endpoint) => isTold(endpoint, now));
}

function isTold({ inactive_reason: reason, failing_since: failing }: Endpoint, now: number) {
  if (reason !== null) return true;
  return failing !== null && now - Date.parse(failing) >= FAILING_UNTIL_TOLD_MS;
}

function tellEndpoint(endpoint: Endpoint): Notice {
  const name = shortUrl(endpoint.url);
  const shared = {
    key: endpoint.id,
    link: { word: 'Look at the endpoint', href: endpointHref(endpoint.id) },
  };
  if (endpoint.inactive_reason === null) {
    return {
      ...shared,
      what: `Every request to ${name} fails.`,
      since: endpoint.failing_since,
      todo: 'Parley keeps trying; see what it is answered.',
    };
  }
  const why =
    endpoint.inactive_reason === 'gone'
      ? `${name} answered 410 Gone`
      : `Every request to ${name} failed for 120 hours`;
  return {
    ...shared,
    what: `${why}, so Parley stopped sending events to it.`,
    since: endpoint.inactive_since,
    todo: 'Mend it and make it active again, or archive it.',
  };
}

function tellTogether(count: number): Notice {
  return {
    key: 'endpoints',
    what: `${count} endpoints are not told of events.`,
    since: null,
    todo: 'Parley stopped sending to them, or every request fails.',
    link: { word: 'Look at the endpoints', href: endpointsHref() },
  };
}

function tellProviderEvents(count: number): Notice[] {
  if (count === 0) return [];
  const events = count === 1 ? '1 event' : `${countOf(count)} events`;
  return [
    {
      key: 'provider-events',
      what: `${events} of the provider could not be applied.`,
      since: null,
      todo: 'There may be news of a payment in it: see why, and try again.',
      link: { word: 'Look at the events', href: '/provider-events' as Route },
    },
  ];
}

/** A number that was counted no further than 100. */
export function countOf(count: number): string {
  return count >= 100 ? '99+' : String(count);
}
