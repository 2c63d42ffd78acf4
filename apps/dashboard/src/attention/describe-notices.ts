import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { providerEventsHref } from '#provider-events/search-params.ts';
import {
  type AttentionCounts,
  type AttentionItem,
  describeEndpointCondition,
  formatCount,
  kindDescriptions,
} from './attention-kinds.ts';
import { attentionHref } from './search-params.ts';

/** A notice that every page shows until the problem is solved. */
interface Notice {
  readonly key: string;
  readonly problem: string;
  /** When it began; RFC 3339. */
  readonly since: string | null;
  readonly nextAction: string;
  readonly link: { readonly label: string; readonly href: Route };
}

/** More endpoints than this share one notice. */
const MAX_ENDPOINT_NOTICES = 2;

/** The input of the query for the endpoints that notices name. */
export const failingEndpointsInput = {
  kind: 'failing_webhook_endpoint',
  limit: MAX_ENDPOINT_NOTICES,
} as const;

/**
 * Describes the items that concern all of a merchant's payments. Those of single sessions are counted in
 * the navigation, because they belong to the people who solve them.
 * @param mode the mode in which the items were read
 * @param counts undefined if they could not be read
 * @param endpoints the failing endpoints, as far as notices name them
 */
export function describeNotices(
  mode: Mode,
  counts: AttentionCounts | undefined,
  endpoints: readonly AttentionItem[],
): readonly Notice[] {
  if (counts === undefined) return [];
  const { failing_webhook_endpoint: failing, failed_provider_event: failed } = counts;
  return [
    ...(failing > MAX_ENDPOINT_NOTICES
      ? [describeEndpoints(mode, failing)]
      : endpoints.map((endpoint) => describeEndpoint(mode, endpoint))),
    ...(failed > 0 ? [describeProviderEvents(mode, failed)] : []),
  ];
}

function describeEndpoint(mode: Mode, item: AttentionItem): Notice {
  const { subject, nextAction, href } = kindDescriptions.failing_webhook_endpoint;
  return {
    key: item.id,
    problem: `${subject(item)}: ${describeEndpointCondition(item)}`,
    since: item.at,
    nextAction,
    link: { label: 'View endpoint', href: href(mode, item) },
  };
}

function describeEndpoints(mode: Mode, count: number): Notice {
  const kind = 'failing_webhook_endpoint';
  return {
    key: kind,
    problem: `${formatCount(count)} endpoints are not receiving events.`,
    since: null,
    nextAction: kindDescriptions[kind].nextAction,
    link: { label: 'View endpoints', href: attentionHref(mode, { kind }) },
  };
}

function describeProviderEvents(mode: Mode, count: number): Notice {
  const events = count === 1 ? '1 provider event' : `${formatCount(count)} provider events`;
  return {
    key: 'provider-events',
    problem: `${events} could not be applied.`,
    since: null,
    nextAction: kindDescriptions.failed_provider_event.nextAction,
    link: { label: 'View events', href: providerEventsHref(mode) },
  };
}
