import { isMode, type Mode } from '@parley/domain';
import type { Route } from 'next';
import type { Messages } from '#messages/en/index.ts';
import { keysHref } from './api-keys.ts';
import { attentionHref } from './attention.ts';
import { auditLogHref } from './audit-log.ts';
import { eventsHref } from './events.ts';
import { overviewHref } from './overview.ts';
import { configsHref } from './provider-configs.ts';
import { providerEventsHref } from './provider-events.ts';
import { referenceHref } from './reference.ts';
import { requestsHref } from './requests.ts';
import { sessionsHref } from './sessions.ts';
import { subscriptionsHref } from './subscriptions.ts';
import { endpointsHref } from './webhook-endpoints.ts';

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

/** The same list in a mode. An object exists in one mode only, so the page of one leads to its list. */
export function listIn(mode: Mode, path: string): Route {
  const [, first, list] = path.split('/');
  return `/${mode}/${(isMode(first) && list) || 'overview'}` as Route;
}
