/** The field for the password of an account. */
export const passwordField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
} as const;

/** The field for a code of the authenticator app. */
export const appCodeField = {
  name: 'code',
  label: 'Code',
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  maxLength: 9,
  hint: 'Six digits from your authenticator app.',
} as const;

/** The field for a code of the authenticator app, or a recovery code. */
export const anyCodeField = {
  name: 'code',
  label: 'Code',
  autoComplete: 'one-time-code',
  maxLength: 40,
  hint: 'Six digits from your authenticator app, or a recovery code.',
} as const;
