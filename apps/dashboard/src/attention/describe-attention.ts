import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { providerEventsHref } from '#provider-events/search-params.ts';
import type { Outputs } from '#trpc/client.ts';
import { endpointHref, endpointsHref } from '#webhook-endpoints/search-params.ts';
import { shortUrl } from '#webhook-endpoints/short-url.ts';

export type AttentionItems = Outputs['attention']['list'];

/** A notice that every page shows until the problem is solved. */
export interface Notice {
  readonly key: string;
  readonly problem: string;
  /** When it began; RFC 3339. */
  readonly since: string | null;
  readonly nextAction: string;
  readonly link: { readonly label: string; readonly href: Route };
}

type Endpoint = AttentionItems['endpoints'][number];

/** How long an endpoint fails before a notice appears. Most recover sooner, by a retry. */
const FAILING_GRACE_MS = 10 * 60_000;
/** More endpoints than this share one notice. */
const MAX_ENDPOINT_NOTICES = 2;

/**
 * @param mode the mode in which the items were read
 * @param now milliseconds since 1970
 */
export function describeAttention(
  mode: Mode,
  attention: AttentionItems,
  now: number,
): readonly Notice[] {
  const endpoints = troubledEndpoints(attention, now);
  return [
    ...(endpoints.length > MAX_ENDPOINT_NOTICES
      ? [describeEndpoints(mode, endpoints.length)]
      : endpoints.map((endpoint) => describeEndpoint(mode, endpoint))),
    ...describeProviderEvents(mode, attention.failed_provider_events),
  ];
}

/** The endpoints that Parley deactivated, and those that have been failing for a while. */
export function troubledEndpoints(attention: AttentionItems, now: number): readonly Endpoint[] {
  return attention.endpoints.filter(({ inactive_reason: reason, failing_since: failing }) => {
    if (reason !== null) return true;
    return failing !== null && now - Date.parse(failing) >= FAILING_GRACE_MS;
  });
}

function describeEndpoint(mode: Mode, endpoint: Endpoint): Notice {
  const name = shortUrl(endpoint.url);
  const shared = {
    key: endpoint.id,
    link: { label: 'View endpoint', href: endpointHref(mode, endpoint.id) },
  };
  if (endpoint.inactive_reason === null) {
    return {
      ...shared,
      problem: `Every request to ${name} fails.`,
      since: endpoint.failing_since,
      nextAction: 'Parley keeps retrying. Check the responses of the endpoint.',
    };
  }
  const reason =
    endpoint.inactive_reason === 'gone'
      ? `${name} responded 410 Gone`
      : `Every request to ${name} failed for 120 hours`;
  return {
    ...shared,
    problem: `${reason}, so Parley stopped sending events to it.`,
    since: endpoint.inactive_since,
    nextAction: 'Fix the receiver and activate the endpoint, or archive it.',
  };
}

function describeEndpoints(mode: Mode, count: number): Notice {
  return {
    key: 'endpoints',
    problem: `${count} endpoints are not receiving events.`,
    since: null,
    nextAction: 'Parley stopped sending events to them, or every request fails.',
    link: { label: 'View endpoints', href: endpointsHref(mode) },
  };
}

function describeProviderEvents(mode: Mode, count: number): Notice[] {
  if (count === 0) return [];
  const events = count === 1 ? '1 provider event' : `${formatCount(count)} provider events`;
  return [
    {
      key: 'provider-events',
      problem: `${events} could not be applied.`,
      since: null,
      nextAction: 'The status of a payment may be out of date. Check the reason, then retry.',
      link: { label: 'View events', href: providerEventsHref(mode) },
    },
  ];
}

/** Formats a number that the server counts no further than 100. */
export function formatCount(count: number): string {
  return count >= 100 ? '99+' : String(count);
}
