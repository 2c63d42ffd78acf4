import { type AttentionKind, MAX_ATTENTION_COUNT, type Mode } from '@parley/domain';
import { shortId } from '@parley/ui/short-id';
import { type EndpointCondition, endpointConditionLabels } from '@parley/ui/webhook-status';
import type { Route } from 'next';
import { keysHref } from '#api-keys/search-params.ts';
import type { Translator } from '#messages/translator.ts';
import { formatNote } from '#provider-events/format-note.ts';
import { providerEventsHref } from '#provider-events/search-params.ts';
import { explainReason } from '#sessions/explain-reason.ts';
import { sessionHref } from '#sessions/search-params.ts';
import type { Outputs } from '#trpc/client.ts';
import { endpointHref } from '#webhook-endpoints/search-params.ts';
import { shortUrl } from '#webhook-endpoints/short-url.ts';

export type AttentionItem = Outputs['attention']['listItems']['data'][number];
export type AttentionCounts = Outputs['attention']['countItems'];

/** How the items of a kind are shown. */
interface KindDescription {
  readonly label: string;
  /** One sentence. */
  readonly nextAction: string;
  /** What the time of an item means. */
  readonly when: string;
  readonly subject: (item: AttentionItem) => string;
  /** What else to say about an item; null if its subject says it all. */
  readonly detail: {
    readonly label: string;
    readonly of: (item: AttentionItem, notes: Translator<'providerEvents'>) => string;
  } | null;
  /** The page on which a person can solve it. */
  readonly href: (mode: Mode, item: AttentionItem) => Route;
}

const ofSession: Pick<KindDescription, 'when' | 'subject' | 'detail' | 'href'> = {
  when: 'Waiting since',
  subject: ({ id }) => shortId(id),
  detail: { label: 'Buyer', of: ({ name }) => name ?? '' },
  href: (mode, { id, session_id }) => sessionHref(mode, session_id ?? id),
};

const ofEvent = (status: 'parked' | 'failed') =>
  ({
    when: 'Received',
    subject: ({ id }) => shortId(id),
    detail: { label: 'Reason', of: ({ reason }, notes) => formatNote(notes, reason).sentence },
    href: (mode, { id }) => providerEventsHref(mode, { status, event: id }),
  }) satisfies Partial<KindDescription>;

const conditionOf = (reason: string | null): EndpointCondition => {
  if (reason === null) return 'failing';
  return reason === 'gone' ? 'gone' : 'deactivated';
};

export const kindDescriptions: Readonly<Record<AttentionKind, KindDescription>> = {
  payment_conflict: {
    ...ofSession,
    label: 'Payment conflicts',
    nextAction: 'Compare the requested amount with the charge, then accept or refund the payment.',
  },
  unprovisioned_session: {
    ...ofSession,
    label: 'Not provisioned',
    nextAction: 'Fulfill the order, then report it from your server.',
  },
  unknown_attempt: {
    ...ofSession,
    detail: {
      label: 'Reason',
      of: ({ reason }) =>
        reason === null
          ? 'The provider has not confirmed whether it created the object.'
          : explainReason(reason),
    },
    label: 'Unknown attempts',
    nextAction: 'Look up the attempt at the provider, then attach its object from your server.',
  },
  failed_provider_event: {
    ...ofEvent('failed'),
    label: 'Failed provider events',
    nextAction: 'The status of a payment may be out of date: check the reason, then retry.',
  },
  parked_provider_event: {
    ...ofEvent('parked'),
    label: 'Parked provider events',
    nextAction: 'Attach the provider object to its attempt from your server; Parley then retries.',
  },
  failing_webhook_endpoint: {
    label: 'Failing endpoints',
    nextAction:
      'Fix the receiver, and activate the endpoint if Parley stopped sending events to it.',
    when: 'Since',
    subject: ({ name }) => shortUrl(name ?? ''),
    detail: { label: 'Reason', of: describeEndpointCondition },
    href: (mode, { id }) => endpointHref(mode, id),
  },
  expiring_api_key: {
    label: 'Expiring API keys',
    nextAction: 'Roll the key, and use the new one on your servers before the old one expires.',
    when: 'Expires',
    subject: ({ id, name }) => name || shortId(id),
    detail: null,
    href: (mode) => keysHref(mode),
  },
};

/** Why an endpoint needs a person, as a sentence. */
export function describeEndpointCondition({ reason }: AttentionItem): string {
  return endpointConditionLabels[conditionOf(reason)].explanation;
}

/** The kinds in the order of the page: money first, then what delays it, then what comes up. */
export const orderedKinds = Object.keys(kindDescriptions) as readonly AttentionKind[];

/** Formats a number that the server counts no further than 100. */
export function formatCount(count: number): string {
  return count >= MAX_ATTENTION_COUNT ? `${MAX_ATTENTION_COUNT}+` : String(count);
}
