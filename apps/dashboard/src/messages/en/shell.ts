import { failure } from './failure.ts';

/** Texts around every page. */
export const shell = {
  skip: 'Skip to content',
  signOut: 'Sign out',
  home: 'Parley home',
  stale: {
    noResponse: 'Not up to date: Parley is not responding.',
    failed: 'Not up to date: the last update failed.',
    retry: 'Try again',
  },
  suspension: {
    label: 'Suspension',
    notice:
      '<strong>Suspended</strong> <text>API keys are rejected, and your access is view-only.</text>',
  },
  mode: {
    label: 'Mode',
    switch: 'Switch mode',
    test: {
      name: 'Test mode',
      notice: 'No real money moves.',
      option: 'Test<unseen> mode</unseen>',
    },
    live: { name: 'Live mode', notice: 'Real money moves.', option: 'Live<unseen> mode</unseen>' },
  },
  merchants: 'Merchants',
  switchMerchant: '<name></name><unseen>, switch merchant</unseen>',
  navigation: 'Main',
  menu: 'Menu',
  /** After a name, or in a sentence. */
  role: {
    owner: 'owner',
    admin: 'admin',
    developer: 'developer',
    support: 'support',
    viewer: 'viewer',
  },
  waiting: '{count} <unseen>{items, plural, one {item} other {items}}</unseen>',
  pages: {
    overview: 'Overview',
    attention: 'Needs attention',
    sessions: 'Sessions',
    subscriptions: 'Subscriptions',
    webhooks: 'Webhooks',
    providerEvents: 'Provider events',
    providerConfigs: 'Provider configs',
    apiKeys: 'API keys',
    events: 'Events',
    requests: 'API requests',
    team: 'Team',
    settings: 'Settings',
    auditLog: 'Audit log',
    account: 'Account',
    notifications: 'Notifications',
  },
  documentation: 'Documentation',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  language: {
    label: 'Language',
    hint: 'The dashboard’s language in this browser. Emails and API messages are in English.',
  },
  timeZone: {
    label: 'Time zone',
    hint: 'In this browser, the dashboard shows times and filters by day in this time zone. Times in exported files are in UTC.',
    browser: 'Browser time zone ({zone})',
  },
  failure,
  objectNotFound: {
    subscriptions: 'There is no subscription with this id',
    subscriptionsLink: 'Go to subscriptions',
    webhooks: 'There is no endpoint or delivery with this id',
    webhooksLink: 'Go to webhooks',
    developers: 'There is no event, request or operation with this id',
    developersLink: 'Go to events',
    sessions: 'There is no session with this id',
    sessionsLink: 'Go to sessions',
    test: 'It may belong to another merchant or to live mode, or the id is incomplete.',
    live: 'It may belong to another merchant or to test mode, or the id is incomplete.',
    deliveries: 'Deliveries are deleted after 30 days.',
  },
  notFound: {
    tab: 'Not found',
    title: 'Page not found',
    text: 'The URL may be incomplete, or the page may have moved.',
    link: 'Go to the overview',
  },
} as const;
