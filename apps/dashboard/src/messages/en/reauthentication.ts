/** Texts of the dialog that confirms who is at the browser. */
export const reauthentication = {
  title: 'Confirm that it is you',
  text: 'You last signed in or confirmed that it is you more than ten minutes ago. The action continues once you do.',
  submit: 'Confirm',
  passkey: 'Confirm with a passkey',
  passkeyUnused: 'No passkey was used. Try again.',
} as const;
