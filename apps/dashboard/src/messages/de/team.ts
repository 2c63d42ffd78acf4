import type { team as en } from '../en/team.ts';
import type { Translation } from '../translator.ts';

export const team: Translation<typeof en> = {
  title: 'Team',
  lead: 'Die Personen, die für diesen Händler arbeiten, und ihre Rollen.',
  loading: 'Team wird geladen …',
  field: { email: 'E-Mail-Adresse', role: 'Rolle' },
  role: {
    owner: 'Inhaber',
    admin: 'Administrator',
    developer: 'Entwickler',
    support: 'Support',
    viewer: 'Betrachter',
  },
  roleHint: {
    owner: 'Alles, auch die Verwaltung der Inhaber.',
    admin: 'Alles außer der Verwaltung der Inhaber: Integration, Zahlungen und Team.',
    developer: 'Webhooks, Testsitzungen, Anbieter-Ereignisse und API-Schlüssel des Testmodus.',
    support: 'Bereitstellung melden, Ereignisse erneut senden, Konflikte und Abbrüche.',
    viewer: 'Sieht alles außer Geheimnissen und ändert nichts.',
  },
  member: {
    count: '{count, plural, one {# Mitglied} other {# Mitglieder}}',
    you: 'Sie',
    lastOwner: 'Letzter Inhaber',
    disabled: 'Deaktiviert',
    disabledExplanation:
      'Der Betreiber hat dieses Konto deaktiviert. Die Person kann sich nicht anmelden.',
    facts:
      '{email}, beigetreten <time></time>{hasFactor, select, false {, kein zweiter Faktor} other {}}{isDisabled, select, true {. {explanation}} other {}}',
  },
  changeRole: {
    title: 'Rolle von {name} ändern',
    action: 'Rolle ändern',
  },
  remove: {
    title: '{name} entfernen?',
    trigger: 'Entfernen',
    submit: 'Mitglied entfernen',
    consequence:
      'Die Person verliert sofort den Zugriff auf diesen Händler. Sie können sie erneut einladen.',
    done: '{name} wurde entfernt.',
  },
  leave: {
    title: 'Dieses Team verlassen?',
    trigger: 'Verlassen',
    submit: 'Team verlassen',
    consequence:
      'Sie verlieren sofort den Zugriff auf diesen Händler. Ein Inhaber oder Administrator kann Sie erneut einladen.',
  },
  invite: {
    title: 'Person einladen',
    trigger: 'Einladen',
    submit: 'Einladung senden',
    explanation: 'Die Person erhält einen Link, der einmal und sieben Tage lang gilt.',
    done: 'Eine Einladung wurde an {email} gesendet.',
  },
  invitation: {
    title: 'Einladungen',
    expired: 'Abgelaufen <time></time>',
    expires: 'Läuft <time></time> ab',
    resend: 'Erneut senden',
    resent: 'Eine neue Einladung wurde an {email} gesendet. Der vorherige Link gilt nicht mehr.',
    cancel: 'Zurückziehen',
    canceled: 'Die Einladung für {email} wurde zurückgezogen.',
  },
  factor: {
    title: 'Zweiter Faktor',
    isRequired:
      'Erforderlich: ein Code oder die Anmeldung mit einem Passkey. Mitglieder ohne zweiten Faktor können ihn nur einrichten.',
    isOptional: 'Nicht erforderlich. Mitglieder können sich allein mit ihrem Passwort anmelden.',
  },
  requireFactor: {
    title: 'Zweiten Faktor verlangen?',
    trigger: 'Zweiten Faktor verlangen',
    submit: 'Verlangen',
    consequence:
      '{without, plural, =0 {Alle Mitglieder haben einen zweiten Faktor.} one {# Mitglied hat keinen und bis zur Einrichtung keinen Zugriff auf diesen Händler.} other {# Mitglieder haben keinen und bis zur Einrichtung keinen Zugriff auf diesen Händler.}} Mitglieder, die nur einen Passkey haben, müssen sich damit anmelden. Neue Mitglieder müssen zuerst einen zweiten Faktor einrichten.',
    done: 'Jedes Mitglied braucht einen zweiten Faktor.',
  },
  waiveFactor: {
    title: 'Zweiten Faktor nicht mehr verlangen?',
    trigger: 'Zweiten Faktor nicht mehr verlangen',
    submit: 'Nicht mehr verlangen',
    consequence:
      'Mitglieder können ihren zweiten Faktor dann ausschalten, und neue Mitglieder brauchen keinen.',
    done: 'Mitglieder können sich ohne zweiten Faktor anmelden.',
  },
};
