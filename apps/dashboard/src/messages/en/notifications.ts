export const notifications = {
  title: 'Notifications',
  lead: 'Choose which new items needing attention Parley emails you about, for this merchant in live mode. This does not affect other members.',
  loading: 'Loading your notifications…',
  kinds: 'Email me about',
  rules:
    'New items of a kind are grouped into at most one email an hour. Only the first 100 open items of a kind count. Emails go to your account’s address once it is verified.',
  save: 'Save notifications',
  saved: 'Your notifications were saved.',
} as const;
