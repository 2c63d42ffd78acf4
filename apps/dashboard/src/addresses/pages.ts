import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { keysHref } from '#api-keys/search-params.ts';
import { attentionHref } from '#attention/search-params.ts';
import { auditLogHref } from '#audit/search-params.ts';
import { eventsHref } from '#events/search-params.ts';
import type { Messages } from '#messages/en/index.ts';
import { overviewHref } from '#overview/search-params.ts';
import { configsHref } from '#provider-configs/search-params.ts';
import { providerEventsHref } from '#provider-events/search-params.ts';
import { referenceHref } from '#reference/search-params.ts';
import { requestsHref } from '#requests/search-params.ts';
import { sessionsHref } from '#sessions/search-params.ts';
import { subscriptionsHref } from '#subscriptions/search-params.ts';
import { endpointsHref } from '#webhook-endpoints/search-params.ts';

interface Page {
  /** Of the name in the navigation: `shell.pages`. */
  readonly name: keyof Messages['shell']['pages'];
  /** The key that opens the page after the key g. */
  readonly key: string;
  readonly hrefIn: (mode: Mode) => Route;
}

/** The pages of the main navigation, in its order. */
export const mainPages: readonly Page[] = [
  { name: 'overview', key: 'o', hrefIn: (mode) => overviewHref(mode) },
  { name: 'attention', key: 'a', hrefIn: (mode) => attentionHref(mode) },
  { name: 'sessions', key: 's', hrefIn: (mode) => sessionsHref(mode) },
  { name: 'subscriptions', key: 'u', hrefIn: (mode) => subscriptionsHref(mode) },
  { name: 'webhooks', key: 'w', hrefIn: (mode) => endpointsHref(mode) },
  { name: 'providerEvents', key: 'e', hrefIn: (mode) => providerEventsHref(mode) },
  { name: 'providerConfigs', key: 'c', hrefIn: (mode) => configsHref(mode) },
  { name: 'apiKeys', key: 'k', hrefIn: (mode) => keysHref(mode) },
  { name: 'events', key: 'v', hrefIn: (mode) => eventsHref(mode) },
  { name: 'requests', key: 'r', hrefIn: (mode) => requestsHref(mode) },
  { name: 'reference', key: 'd', hrefIn: (mode) => referenceHref(mode) },
  { name: 'team', key: 't', hrefIn: () => '/team' },
  { name: 'settings', key: 'p', hrefIn: () => '/settings' },
  { name: 'auditLog', key: 'l', hrefIn: (mode) => auditLogHref(mode) },
];

/** All pages that a key opens. */
export const pages: readonly Page[] = [
  ...mainPages,
  { name: 'account', key: 'm', hrefIn: () => '/account' },
  { name: 'notifications', key: 'n', hrefIn: () => '/notifications' },
];
