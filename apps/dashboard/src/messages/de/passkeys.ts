import type { passkeys as en } from '../en/passkeys.ts';
import type { Translation } from '../translator.ts';

export const passkeys: Translation<typeof en> = {
  lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN Ihres Geräts an, ohne Passwort und Code. Er gilt nur auf dieser Website, deshalb kann ihn keine andere stehlen.',
  name: 'Name',
  added: 'Hinzugefügt <added></added>, noch nicht verwendet',
  used: 'Hinzugefügt <added></added>, verwendet <used></used>',
  add: {
    title: 'Passkey hinzufügen',
    text: 'Als Nächstes fragt Ihr Browser nach Fingerabdruck, Gesicht oder PIN.',
    hint: 'Damit Sie ihn in der Liste Ihrer Passkeys wiedererkennen.',
    submit: 'Weiter',
    done: 'Der Passkey wurde hinzugefügt.',
    failed: 'Es wurde kein Passkey erstellt. Versuchen Sie es erneut.',
  },
  rename: {
    trigger: 'Umbenennen',
    title: '„{name}“ umbenennen',
    submit: 'Namen speichern',
    done: 'Der Passkey wurde umbenannt.',
  },
  remove: {
    trigger: 'Entfernen',
    title: '„{name}“ entfernen?',
    text: 'Sie können sich damit nicht mehr anmelden, und alle anderen Browser werden abgemeldet. Löschen Sie ihn auch auf Ihrem Gerät.',
    submit: 'Passkey entfernen',
    done: 'Der Passkey wurde entfernt. Alle anderen Browser sind abgemeldet.',
  },
  needed: {
    change:
      'Sie haben sich mit Ihrem Passwort angemeldet, Ihr Konto hat aber einen Passkey. Bestätigen Sie Ihre Identität mit einem Passkey, bevor Sie einen hinzufügen oder entfernen oder einen zweiten Faktor einrichten.',
    setUp:
      'Sie haben sich mit Ihrem Passwort angemeldet, Ihr Konto hat aber einen Passkey. Bestätigen Sie Ihre Identität mit einem Passkey, bevor Sie einen zweiten Faktor einrichten.',
    unsupported: 'Dieser Browser unterstützt keine Passkeys. Verwenden Sie einen anderen.',
    lost: 'Wenn Sie alle Ihre Passkeys verloren haben, wenden Sie sich an den Betreiber dieses Dienstes.',
  },
  error: {
    ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED:
      'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT:
      'Dieses Gerät kann keine Passkeys speichern. Verwenden Sie ein anderes.',
    ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
      'Dieses Gerät prüft weder Fingerabdruck noch Gesicht oder PIN. Richten Sie eines davon ein oder verwenden Sie ein anderes Gerät.',
  },
};
