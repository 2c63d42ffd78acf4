export const account = {
  title: 'Your account',
  lead: 'You sign in as {email}.',
  /** The labels of the fields, also for errors. */
  field: {
    name: 'Name',
    newEmail: 'New email',
    password: 'Password',
    currentPassword: 'Current password',
    newPassword: 'New password',
    code: 'Code',
  },
  name: { title: 'Name', submit: 'Change name', done: 'Your name was changed.' },
  email: {
    title: 'Email',
    submit: 'Change email',
    done: 'We sent an email to {email}. Open the link in it, in this browser, to confirm the change.',
  },
  password: {
    title: 'Password',
    submit: 'Change password',
    done: 'Your password was changed. All other browsers are signed out.',
  },
  factor: { title: 'Second factor' },
  passkeys: { title: 'Passkeys' },
  timeZone: { title: 'Time zone' },
  notifications: {
    title: 'Notifications',
    link: '<link>Choose your emails</link> about items that need attention.',
  },
  browsers: {
    title: 'Browsers',
    explanation:
      'You are signed in to these browsers. Each sign-in lasts seven days, or until twelve hours pass without use.',
    signedIn: 'Signed in <time></time>{hasAddress, select, true { from {address}} other {}}',
    lastUsed: 'last active <time></time>',
    current: 'This browser',
    signOut: 'Sign out',
    signOutOthers: 'Sign out all other browsers',
    signedOut: 'The browser was signed out.',
    signedOutOthers: 'All other browsers are signed out.',
  },
  browser: { unknown: 'Unknown browser', onSystem: '{browser} on {system}' },
} as const;
