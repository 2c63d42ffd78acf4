import type { secondFactor as en } from '../en/second-factor.ts';
import type { Translation } from '../translator.ts';

export const secondFactor: Translation<typeof en> = {
  field: {
    password: 'Passwort',
    code: 'Code',
    appCodeHint: 'Sechs Ziffern aus Ihrer Authenticator-App.',
    anyCodeHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  },
  off: 'Ausgeschaltet. Mit einer Authenticator-App genügt ein gestohlenes Passwort nicht, um sich mit Ihrem Konto anzumelden.',
  on: 'Eingeschaltet, mit einer Authenticator-App. {count, plural, one {1 Wiederherstellungscode ist} other {# Wiederherstellungscodes sind}} übrig.',
  turnOff: 'Ausschalten',
  turnedOff: 'Ihr zweiter Faktor ist ausgeschaltet.',
  recoveryCodes: {
    notice:
      'Bewahren Sie diese Wiederherstellungscodes dort auf, wo Sie Passwörter aufbewahren. Mit jedem können Sie sich einmal ohne Ihre Authenticator-App anmelden. Sie werden nicht noch einmal angezeigt.',
    renew: 'Neue Wiederherstellungscodes',
    submit: 'Wiederherstellungscodes ersetzen',
    done: 'Die bisherigen Codes gelten nicht mehr.',
  },
  setUp: {
    title: 'Zweiten Faktor einrichten',
    lead: 'Zum Anmelden brauchen Sie dann Ihr Passwort und einen Code aus einer Authenticator-App. Andere Browser werden abgemeldet.',
    submit: 'Weiter',
    scan: 'Scannen Sie diesen Code mit einer Authenticator-App oder geben Sie dort den Schlüssel ein.',
    qrCode: 'QR-Code für eine Authenticator-App',
    key: 'Schlüssel: <code></code>',
    confirm: 'Einschalten',
    done: 'Ihr zweiter Faktor ist eingeschaltet.',
    stored: 'Ich habe sie gespeichert',
  },
  otherMerchants: 'Oder wechseln Sie zu einem Ihrer Händler:',
};
