import { isMode, type Mode } from '@parley/domain';
import type { Route } from 'next';
import type { Messages } from '#messages/en/index.ts';
import { keysHref } from './api-keys.ts';
import { attentionHref } from './attention.ts';
import { auditLogHref } from './audit-log.ts';
import { eventsHref } from './events.ts';
import type { Address } from './mode-route.ts';
import { overviewHref } from './overview.ts';
import { configsHref } from './provider-configs.ts';
import { providerEventsHref } from './provider-events.ts';
import { requestsHref } from './requests.ts';
import { sessionsHref } from './sessions.ts';
import { subscriptionsHref } from './subscriptions.ts';
import { endpointsHref } from './webhook-endpoints.ts';

interface Page {
  /** Of the name in the navigation: `shell.pages`. */
  readonly name: keyof Messages['shell']['pages'];
  /** The key that opens the page after the key g. */
  readonly key: string;
  readonly href: Address;
}

/** The pages of the main navigation, in its order. */
export const mainPages: readonly Page[] = [
  { name: 'overview', key: 'o', href: overviewHref() },
  { name: 'attention', key: 'a', href: attentionHref() },
  { name: 'sessions', key: 's', href: sessionsHref() },
  { name: 'subscriptions', key: 'u', href: subscriptionsHref() },
  { name: 'webhooks', key: 'w', href: endpointsHref() },
  { name: 'providerEvents', key: 'e', href: providerEventsHref() },
  { name: 'providerConfigs', key: 'c', href: configsHref() },
  { name: 'apiKeys', key: 'k', href: keysHref() },
  { name: 'events', key: 'v', href: eventsHref() },
  { name: 'requests', key: 'r', href: requestsHref() },
  { name: 'team', key: 't', href: '/team' },
  { name: 'settings', key: 'p', href: '/settings' },
  { name: 'auditLog', key: 'l', href: auditLogHref() },
];

/** All pages that a key opens. */
export const pages: readonly Page[] = [
  ...mainPages,
  { name: 'account', key: 'm', href: '/account' },
  { name: 'notifications', key: 'n', href: '/notifications' },
];

/** The same list in a mode. An object exists in one mode only, so the page of one leads to its list. */
export function listIn(mode: Mode, path: string): Route {
  const [, first, list] = path.split('/');
  return `/${mode}/${(isMode(first) && list) || 'overview'}` as Route;
}
