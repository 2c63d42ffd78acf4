import type { Translator } from '#messages/translator.ts';

/** The field for a password that a person chooses. */
export const newPasswordField = (t: Translator<'signIn'>) =>
  ({
    name: 'password',
    label: t('field.password'),
    type: 'password',
    autoComplete: 'new-password',
    minLength: 12,
    maxLength: 128,
    hint: t('field.passwordHint'),
  }) as const;

/** The field for an email that signs a person in. */
export const emailField = (t: Translator<'signIn'>) =>
  ({
    name: 'email',
    label: t('field.email'),
    type: 'email',
    autoComplete: 'username',
    maxLength: 254,
  }) as const;

export const nameField = (t: Translator<'signIn'>) =>
  ({
    name: 'name',
    label: t('field.ownName'),
    type: 'text',
    autoComplete: 'name',
    maxLength: 100,
  }) as const;
