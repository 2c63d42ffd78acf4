/** Texts of the second factor. */
export const secondFactor = {
  /** The labels of the fields, also for errors. */
  field: {
    password: 'Password',
    code: 'Code',
    appCodeHint: 'Six digits from your authenticator app.',
    anyCodeHint: 'Six digits from your authenticator app, or a recovery code.',
  },
  off: 'Off. With an authenticator app, a stolen password is not enough to sign in as you.',
  on: 'On, with an authenticator app. {count, plural, one {1 recovery code is} other {# recovery codes are}} left.',
  turnOff: 'Turn off',
  turnedOff: 'Your second factor is off.',
  recoveryCodes: {
    notice:
      'Save these recovery codes with your passwords. Each one signs you in once without your authenticator app. You cannot view them again.',
    renew: 'New recovery codes',
    submit: 'Replace recovery codes',
    done: 'The previous codes no longer work.',
  },
  setUp: {
    title: 'Set up a second factor',
    lead: 'Signing in will require your password and a code from an authenticator app. Other browsers are signed out.',
    submit: 'Continue',
    scan: 'Scan this code with an authenticator app, or enter the key there.',
    qrCode: 'QR code for an authenticator app',
    key: 'Key: <code></code>',
    confirm: 'Turn on',
    done: 'Your second factor is on.',
    stored: 'I have saved them',
  },
  otherMerchants: 'Or switch to one of your merchants:',
} as const;
