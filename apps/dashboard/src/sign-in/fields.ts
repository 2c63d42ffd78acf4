/** The field for a password that a person chooses. */
export const newPasswordField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'new-password',
  minLength: 12,
  maxLength: 128,
  hint: '12 characters or more.',
} as const;

/** The field for an email that signs a person in. */
export const emailField = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autoComplete: 'username',
  maxLength: 254,
} as const;

export const nameField = {
  name: 'name',
  label: 'Your name',
  type: 'text',
  autoComplete: 'name',
  maxLength: 100,
} as const;
