import type { reauthentication as en } from '../en/reauthentication.ts';
import type { Translation } from '../translator.ts';

export const reauthentication: Translation<typeof en> = {
  title: 'Identität bestätigen',
  text: 'Ihre letzte Anmeldung oder Bestätigung liegt mehr als zehn Minuten zurück. Sobald Sie Ihre Identität bestätigt haben, wird die Aktion fortgesetzt.',
  submit: 'Bestätigen',
  passkey: 'Mit Passkey bestätigen',
  passkeyUnused: 'Es wurde kein Passkey verwendet. Versuchen Sie es erneut.',
};
