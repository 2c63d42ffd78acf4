import type { account as en } from '../en/account.ts';
import type { Translation } from '../translator.ts';

export const account: Translation<typeof en> = {
  title: 'Ihr Konto',
  lead: 'Angemeldet als {email}.',
  field: {
    name: 'Name',
    newEmail: 'Neue E-Mail-Adresse',
    password: 'Passwort',
    currentPassword: 'Aktuelles Passwort',
    newPassword: 'Neues Passwort',
    code: 'Code',
  },
  name: { title: 'Name', submit: 'Name ändern', done: 'Ihr Name wurde geändert.' },
  email: {
    title: 'E-Mail-Adresse',
    submit: 'E-Mail-Adresse ändern',
    done: 'Wir haben eine E-Mail an {email} gesendet. Öffnen Sie den Link darin in diesem Browser, um die Änderung zu bestätigen.',
  },
  password: {
    title: 'Passwort',
    submit: 'Passwort ändern',
    done: 'Ihr Passwort wurde geändert. Alle anderen Browser sind abgemeldet.',
  },
  factor: { title: 'Zweiter Faktor' },
  passkeys: { title: 'Passkeys' },
  timeZone: { title: 'Zeitzone' },
  notifications: {
    title: 'Benachrichtigungen',
    link: '<link>E-Mails auswählen</link>, die Sie bei Handlungsbedarf erhalten.',
  },
  browsers: {
    title: 'Browser',
    explanation:
      'In diesen Browsern sind Sie angemeldet. Eine Anmeldung endet nach sieben Tagen oder nach zwölf Stunden ohne Nutzung.',
    signedIn: 'Angemeldet <time></time>{hasAddress, select, true {, von {address} aus} other {}}',
    lastUsed: 'zuletzt aktiv <time></time>',
    current: 'Dieser Browser',
    signOut: 'Abmelden',
    signOutOthers: 'Alle anderen Browser abmelden',
    signedOut: 'Der Browser wurde abgemeldet.',
    signedOutOthers: 'Alle anderen Browser sind abgemeldet.',
  },
  browser: { unknown: 'Unbekannter Browser', onSystem: '{browser} unter {system}' },
};
