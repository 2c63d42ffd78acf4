import { attentionHref } from '#addresses/attention.ts';
import type { ModeRoute } from '#addresses/mode-route.ts';
import { configsHref } from '#addresses/provider-configs.ts';
import { providerEventsHref } from '#addresses/provider-events.ts';
import {
  type AttentionCounts,
  type AttentionItem,
  describeEndpointCondition,
  formatCount,
  type ItemTexts,
  kindDescriptions,
} from './attention-kinds.ts';

/** A notice that every page shows until the problem is solved. */
interface Notice {
  readonly key: string;
  readonly problem: string;
  /** When it began; RFC 3339. */
  readonly since: string | null;
  readonly nextAction: string;
  readonly link: { readonly label: string; readonly href: ModeRoute };
}

type NoticeTexts = Pick<ItemTexts, 't' | 'labels'>;

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
 * @param counts undefined if they could not be read
 * @param endpoints the failing endpoints, as far as notices name them
 */
export function describeNotices(
  texts: NoticeTexts,
  counts: AttentionCounts | undefined,
  endpoints: readonly AttentionItem[],
): readonly Notice[] {
  if (counts === undefined) return [];
  const { failing_webhook_endpoint: failing, failed_provider_event: failed } = counts;
  return [
    ...(counts.receiving_account_changed > 0 ? [describeAccountChange(texts)] : []),
    ...(failing > MAX_ENDPOINT_NOTICES
      ? [describeEndpoints(texts, failing)]
      : endpoints.map((endpoint) => describeEndpoint(texts, endpoint))),
    ...(failed > 0 ? [describeProviderEvents(texts, failed)] : []),
  ];
}

function describeAccountChange({ t }: NoticeTexts): Notice {
  const kind = 'receiving_account_changed';
  return {
    key: kind,
    problem: t('accountChanged'),
    since: null,
    nextAction: t(`kind.${kind}.nextAction`),
    link: { label: t('notices.accountsLink'), href: configsHref() },
  };
}

function describeEndpoint(texts: NoticeTexts, item: AttentionItem): Notice {
  const { t } = texts;
  const { subject, href } = kindDescriptions.failing_webhook_endpoint;
  return {
    key: item.id,
    problem: t('notices.endpoint', {
      name: subject(item, texts),
      reason: describeEndpointCondition(item, texts),
    }),
    since: item.at,
    nextAction: t('kind.failing_webhook_endpoint.nextAction'),
    link: { label: t('notices.endpointLink'), href: href(item) },
  };
}

function describeEndpoints({ t }: NoticeTexts, count: number): Notice {
  const kind = 'failing_webhook_endpoint';
  return {
    key: kind,
    problem: t('notices.endpoints', { count: formatCount(count) }),
    since: null,
    nextAction: t(`kind.${kind}.nextAction`),
    link: { label: t('notices.endpointsLink'), href: attentionHref({ kind }) },
  };
}

function describeProviderEvents({ t }: NoticeTexts, count: number): Notice {
  return {
    key: 'provider-events',
    problem: t('notices.events', { events: count, count: formatCount(count) }),
    since: null,
    nextAction: t('kind.failed_provider_event.nextAction'),
    link: { label: t('notices.eventsLink'), href: providerEventsHref() },
  };
}
