/** Texts of the dialog that confirms who is at the browser. */
export const reauthentication = {
  title: 'Confirm your identity',
  text: 'You last signed in or confirmed your identity more than ten minutes ago. Confirm it to continue.',
  submit: 'Confirm',
  passkey: 'Confirm with a passkey',
  passkeyUnused: 'No passkey was used. Try again.',
} as const;
