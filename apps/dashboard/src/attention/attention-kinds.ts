import { type AttentionKind, MAX_ATTENTION_COUNT } from '@parley/domain';
import { shortId } from '@parley/ui/short-id';
import { keysHref } from '#addresses/api-keys.ts';
import type { ModeRoute } from '#addresses/mode-route.ts';
import { overviewHref } from '#addresses/overview.ts';
import { configsHref } from '#addresses/provider-configs.ts';
import { providerEventsHref } from '#addresses/provider-events.ts';
import { sessionHref } from '#addresses/sessions.ts';
import { subscriptionHref } from '#addresses/subscriptions.ts';
import { endpointHref } from '#addresses/webhook-endpoints.ts';
import { formatNote } from '#format/format-note.ts';
import { shortenUrl } from '#format/shorten-url.ts';
import type { EndpointCondition, StatusLabels } from '#messages/status-labels.ts';
import type { Translator } from '#messages/translator.ts';
import type { Outputs } from '#trpc/client.ts';

export type AttentionItem = Outputs['attention']['listItems']['data'][number];
export type AttentionCounts = Outputs['attention']['countItems'];

/** The translators of the texts of items. */
export interface ItemTexts {
  readonly t: Translator<'attention'>;
  readonly notes: Translator<'providerEvents'>;
  readonly labels: StatusLabels;
  readonly explainReason: (reason: string) => string;
}

/** How the items of a kind are shown. Its texts are `attention.kind`. */
interface KindDescription {
  /** What the time of an item means. */
  readonly when: 'waiting' | 'received' | 'since' | 'expires' | 'due';
  readonly subject: (item: AttentionItem, texts: Pick<ItemTexts, 't'>) => string;
  /** What else to say about an item; null if its subject says it all. */
  readonly detail: {
    readonly column: 'buyer' | 'reason';
    readonly of: (item: AttentionItem, texts: ItemTexts) => string;
  } | null;
  /** The page on which a person can solve it. */
  readonly href: (item: AttentionItem) => ModeRoute;
}

const ofSession: KindDescription = {
  when: 'waiting',
  subject: ({ id }) => shortId(id),
  detail: { column: 'buyer', of: ({ name }) => name ?? '' },
  href: ({ id, session_id }) => sessionHref(session_id ?? id),
};

/** That of a renewal is on the page of its subscription. */
const ofDispute: KindDescription = {
  ...ofSession,
  when: 'due',
  detail: {
    column: 'buyer',
    of: ({ name, subscription_id }, { t }) =>
      subscription_id ? t('renewalOf', { buyer: name ?? '' }) : (name ?? ''),
  },
  href: (item) =>
    item.subscription_id ? subscriptionHref(item.subscription_id) : ofSession.href(item),
};

const describeEventKind = (status: 'parked' | 'failed'): KindDescription => ({
  when: 'received',
  subject: ({ id }) => shortId(id),
  detail: { column: 'reason', of: ({ reason }, { notes }) => formatNote(notes, reason).sentence },
  href: ({ id }) => providerEventsHref({ status, event: id }),
});

const getCondition = (reason: string | null): EndpointCondition => {
  if (reason === null) return 'failing';
  return reason === 'gone' ? 'gone' : 'deactivated';
};

/** What became of a dispute, by the reason of its item. */
const closedTexts: Readonly<Record<string, 'disputeLost' | 'inquiryClosed'>> = {
  lost: 'disputeLost',
  inquiry: 'inquiryClosed',
};

export const kindDescriptions: Readonly<Record<AttentionKind, KindDescription>> = {
  receiving_account_changed: {
    when: 'since',
    subject: ({ name }) => name ?? '',
    detail: { column: 'reason', of: (_item, { t }) => t('accountChanged') },
    href: formerAccountHref,
  },
  payment_conflict: ofSession,
  open_dispute: ofDispute,
  open_inquiry: ofDispute,
  closed_dispute: {
    ...ofDispute,
    when: 'since',
    detail: {
      column: 'reason',
      of: ({ reason }, { t }) => t(closedTexts[reason ?? ''] ?? 'disputeWon'),
    },
  },
  unprovisioned_session: ofSession,
  refused_cart: {
    ...ofSession,
    detail: {
      column: 'reason',
      of: ({ reason }, { t, explainReason }) =>
        t('refusedCart', { reason: reason === null ? '' : explainReason(reason) }).trim(),
    },
  },
  decline_spike: {
    when: 'since',
    subject: (_item, { t }) => t('declineSpike'),
    detail: null,
    href: () => overviewHref('24h'),
  },
  unknown_attempt: {
    ...ofSession,
    detail: {
      column: 'reason',
      of: ({ reason }, { t, explainReason }) =>
        reason === null ? t('notCreated') : explainReason(reason),
    },
  },
  failed_provider_event: describeEventKind('failed'),
  parked_provider_event: describeEventKind('parked'),
  failing_webhook_endpoint: {
    when: 'since',
    subject: ({ name }) => shortenUrl(name ?? ''),
    detail: { column: 'reason', of: describeEndpointCondition },
    href: ({ id }) => endpointHref(id),
  },
  expiring_api_key: {
    when: 'expires',
    subject: ({ id, name }) => name || shortId(id),
    detail: {
      column: 'reason',
      of: ({ reason }, { t }) => t(reason === null ? 'keyExpires' : 'rolledKeyInUse'),
    },
    href: ({ id }) => keysHref({ key: id }),
  },
};

/** The account that received the payments before, which can be activated again there. */
function formerAccountHref({ reason }: Pick<AttentionItem, 'reason'>): ModeRoute {
  return `${configsHref()}#${reason}`;
}

/** Why an endpoint needs a person, as a sentence. */
export function describeEndpointCondition(
  { reason }: AttentionItem,
  { labels }: Pick<ItemTexts, 'labels'>,
): string {
  return labels.endpoint(getCondition(reason)).explanation;
}

/** The kinds in the order of the page: the account that receives the payments, payments and orders, then failures that delay them, then upcoming events. */
export const orderedKinds = Object.keys(kindDescriptions) as readonly AttentionKind[];

/** Formats a number that the server counts no further than 100. */
export function formatCount(count: number): string {
  return count >= MAX_ATTENTION_COUNT ? `${MAX_ATTENTION_COUNT}+` : String(count);
}
