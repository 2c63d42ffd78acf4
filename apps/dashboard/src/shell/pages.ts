import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { keysHref } from '#api-keys/search-params.ts';
import { attentionHref } from '#attention/search-params.ts';
import { auditLogHref } from '#audit/search-params.ts';
import { eventsHref } from '#events/search-params.ts';
import { overviewHref } from '#overview/search-params.ts';
import { configsHref } from '#provider-configs/search-params.ts';
import { providerEventsHref } from '#provider-events/search-params.ts';
import { requestsHref } from '#requests/search-params.ts';
import { sessionsHref } from '#sessions/search-params.ts';
import { subscriptionsHref } from '#subscriptions/search-params.ts';
import { endpointsHref } from '#webhook-endpoints/search-params.ts';

interface Page {
  readonly label: string;
  /** The key that opens the page after the key g. */
  readonly key: string;
  readonly hrefIn: (mode: Mode) => Route;
}

/** The pages of the main navigation, in its order. */
export const mainPages: readonly Page[] = [
  { label: 'Overview', key: 'o', hrefIn: (mode) => overviewHref(mode) },
  { label: 'Needs attention', key: 'a', hrefIn: (mode) => attentionHref(mode) },
  { label: 'Sessions', key: 's', hrefIn: (mode) => sessionsHref(mode) },
  { label: 'Subscriptions', key: 'u', hrefIn: (mode) => subscriptionsHref(mode) },
  { label: 'Webhooks', key: 'w', hrefIn: (mode) => endpointsHref(mode) },
  { label: 'Provider events', key: 'e', hrefIn: (mode) => providerEventsHref(mode) },
  { label: 'Provider configs', key: 'c', hrefIn: (mode) => configsHref(mode) },
  { label: 'API keys', key: 'k', hrefIn: (mode) => keysHref(mode) },
  { label: 'Events', key: 'v', hrefIn: (mode) => eventsHref(mode) },
  { label: 'API requests', key: 'r', hrefIn: (mode) => requestsHref(mode) },
  { label: 'Team', key: 't', hrefIn: () => '/team' },
  { label: 'Settings', key: 'p', hrefIn: () => '/settings' },
  { label: 'Audit log', key: 'l', hrefIn: (mode) => auditLogHref(mode) },
];

/** All pages that a key opens. */
export const pages: readonly Page[] = [
  ...mainPages,
  { label: 'Account', key: 'm', hrefIn: () => '/account' },
  { label: 'Notifications', key: 'n', hrefIn: () => '/notifications' },
];
