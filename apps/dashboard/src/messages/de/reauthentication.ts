import type { reauthentication as en } from '../en/reauthentication.ts';
import type { Translation } from '../translator.ts';

export const reauthentication: Translation<typeof en> = {
  title: 'Bestätigen Sie, dass Sie es sind',
  text: 'Ihre letzte Anmeldung oder Bestätigung ist mehr als zehn Minuten her. Danach wird die Aktion fortgesetzt.',
  submit: 'Bestätigen',
  passkey: 'Mit Passkey bestätigen',
  passkeyUnused: 'Es wurde kein Passkey verwendet. Versuchen Sie es erneut.',
};
