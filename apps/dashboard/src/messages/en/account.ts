export const account = {
  title: 'Your account',
  lead: 'Signed in as {email}.',
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
    done: 'We sent an email to {email}. Open its link in this browser to confirm the change.',
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
      'You are signed in on these browsers. Sign-ins end after seven days, or after twelve hours of inactivity.',
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
