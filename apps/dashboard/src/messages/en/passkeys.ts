/** Texts of passkeys. */
export const passkeys = {
  lead: 'A passkey signs you in with your device’s fingerprint, face or PIN instead of a password and code. It works only on this site, so no other site can steal it.',
  name: 'Name',
  added: 'Added <added></added>, not used yet',
  used: 'Added <added></added>, used <used></used>',
  add: {
    title: 'Add a passkey',
    text: 'Next, your browser asks for your fingerprint, face or PIN.',
    hint: 'Helps you recognize it in your list of passkeys.',
    submit: 'Continue',
    done: 'The passkey was added.',
    failed: 'No passkey was created. Try again.',
  },
  rename: {
    trigger: 'Rename',
    title: 'Rename “{name}”',
    submit: 'Save name',
    done: 'The passkey was renamed.',
  },
  remove: {
    trigger: 'Remove',
    title: 'Remove “{name}”?',
    text: 'You can no longer sign in with it, and all other browsers are signed out. Also delete it from your device.',
    submit: 'Remove passkey',
    done: 'The passkey was removed. All other browsers are signed out.',
  },
  /** Before the person can change passkeys or set up a second factor. */
  needed: {
    change:
      'You signed in with your password, but your account has a passkey. Confirm your identity with a passkey before you add or remove one, or set up a second factor.',
    setUp:
      'You signed in with your password, but your account has a passkey. Confirm your identity with a passkey before you set up a second factor.',
    unsupported: 'This browser does not support passkeys. Use another one.',
    lost: 'If you have lost all your passkeys, contact the operator of this service.',
  },
  /** Errors of the browser, by their codes. */
  error: {
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
      'This device already has a passkey for your account.',
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
      'This device cannot store passkeys. Use another one.',
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
      'This device does not check a fingerprint, face or PIN. Set one up, or use another device.',
  },
} as const;
