import type { Translator } from '#messages/translator.ts';

/** The field for the password of an account. */
export const passwordField = (t: Translator<'secondFactor'>) =>
  ({
    name: 'password',
    label: t('field.password'),
    type: 'password',
    autoComplete: 'current-password',
  }) as const;

/** The field for a code of the authenticator app. */
export const appCodeField = (t: Translator<'secondFactor'>) =>
  ({
    name: 'code',
    label: t('field.code'),
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 9,
    hint: t('field.appCodeHint'),
  }) as const;

/** The field for a code of the authenticator app, or a recovery code. */
export const anyCodeField = (t: Translator<'secondFactor'>) =>
  ({
    name: 'code',
    label: t('field.code'),
    autoComplete: 'one-time-code',
    maxLength: 40,
    hint: t('field.anyCodeHint'),
  }) as const;
