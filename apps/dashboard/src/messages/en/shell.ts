/** Texts around every page, and of pages that failed. */
export const shell = {
  skip: 'Skip to content',
  signOut: 'Sign out',
  home: 'Parley, start page',
  stale: 'Not up to date: Parley does not respond. Trying again.',
  suspension: {
    label: 'Suspension',
    notice: '<strong>Suspended</strong> <text>API keys are refused, and you may only view.</text>',
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
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  language: {
    label: 'Language',
    hint: 'The language of the dashboard in this browser. Emails and messages of the API are in English.',
  },
  timeZone: {
    label: 'Time zone',
    hint: 'The dashboard shows times in this zone, in this browser. Exported files and the filters by day use UTC.',
    browser: 'This browser’s ({zone})',
  },
  failure: {
    title: 'This page failed',
    text: 'An internal error occurred while this page was rendered. Nothing was changed. Try again. If it fails again, contact support with the request id.',
    unavailableTitle: 'The data cannot be read at the moment',
    unavailableText:
      'The database does not respond. Payments in progress do not depend on this page. Try again in a moment.',
    invalidTitle: 'This address is not valid',
    invalidText:
      'It points to a page of a list that does not exist. Open the first page of the list instead.',
    retry: 'Try again',
    retrying: 'Trying…',
    reference: 'reference',
  },
  notFound: {
    tab: 'Not found',
    title: 'Page not found',
    text: 'The address may be incomplete, or the page has moved.',
    link: 'Go to the overview',
  },
} as const;
