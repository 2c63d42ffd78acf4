export const notifications = {
  title: 'Notifications',
  lead: 'Choose which new items that need attention Parley emails to you, for this merchant in live mode. No choice affects other members.',
  loading: 'Loading your notifications…',
  kinds: 'Email me about',
  rules:
    'New items of a kind come in one email, at most one in an hour. The first 100 open items of a kind count. Parley sends to the address of your account, once it is verified.',
  save: 'Save notifications',
  saved: 'Your notifications were saved.',
} as const;
