import type { shell as en } from '../en/shell.ts';
import type { Translation } from '../translator.ts';
import { failure } from './failure.ts';

export const shell: Translation<typeof en> = {
  skip: 'Zum Inhalt springen',
  signOut: 'Abmelden',
  home: 'Parley, Startseite',
  stale: {
    noResponse: 'Nicht aktuell: Parley antwortet nicht.',
    failed: 'Nicht aktuell: Die letzte Aktualisierung ist fehlgeschlagen.',
    retry: 'Erneut versuchen',
  },
  suspension: {
    label: 'Sperre',
    notice:
      '<strong>Gesperrt</strong> <text>API-Schlüssel werden abgewiesen, und Sie haben nur Lesezugriff.</text>',
  },
  mode: {
    label: 'Modus',
    switch: 'Modus wechseln',
    test: {
      name: 'Testmodus',
      notice: 'Es fließt kein echtes Geld.',
      option: 'Test<unseen>modus</unseen>',
    },
    live: {
      name: 'Livemodus',
      notice: 'Es fließt echtes Geld.',
      option: 'Live<unseen>modus</unseen>',
    },
  },
  merchants: 'Händler',
  switchMerchant: '<name></name><unseen>, Händler wechseln</unseen>',
  navigation: 'Hauptnavigation',
  menu: 'Menü',
  role: {
    owner: 'Inhaber',
    admin: 'Administrator',
    developer: 'Entwickler',
    support: 'Support',
    viewer: 'Betrachter',
  },
  waiting: '{count} <unseen>{items, plural, one {Eintrag} other {Einträge}}</unseen>',
  pages: {
    overview: 'Übersicht',
    attention: 'Handlungsbedarf',
    sessions: 'Sitzungen',
    subscriptions: 'Abonnements',
    webhooks: 'Webhooks',
    providerEvents: 'Anbieter-Ereignisse',
    providerConfigs: 'Anbieterkonten',
    apiKeys: 'API-Schlüssel',
    events: 'Ereignisse',
    requests: 'API-Anfragen',
    team: 'Team',
    settings: 'Einstellungen',
    auditLog: 'Änderungsprotokoll',
    account: 'Konto',
    notifications: 'Benachrichtigungen',
  },
  documentation: 'Dokumentation',
  theme: { label: 'Darstellung', system: 'System', light: 'Hell', dark: 'Dunkel' },
  language: {
    label: 'Sprache',
    hint: 'Die Sprache des Dashboards in diesem Browser. E-Mails und Meldungen der API sind auf Englisch.',
  },
  timeZone: {
    label: 'Zeitzone',
    hint: 'In diesem Browser zeigt das Dashboard Zeiten in dieser Zeitzone an und filtert nach Tagen in dieser Zeitzone. Zeitangaben in exportierten Dateien sind in UTC.',
    browser: 'Zeitzone des Browsers ({zone})',
  },
  failure,
  objectNotFound: {
    subscriptions: 'Es gibt kein Abonnement mit dieser ID',
    subscriptionsLink: 'Zu den Abonnements',
    webhooks: 'Es gibt keinen Endpunkt und keine Zustellung mit dieser ID',
    webhooksLink: 'Zu den Webhooks',
    developers: 'Es gibt kein Ereignis, keine Anfrage und keine API-Operation mit dieser ID',
    developersLink: 'Zu den Ereignissen',
    sessions: 'Es gibt keine Sitzung mit dieser ID',
    sessionsLink: 'Zu den Sitzungen',
    test: 'Vielleicht gehört sie zu einem anderen Händler oder zum Livemodus, oder die ID ist unvollständig.',
    live: 'Vielleicht gehört sie zu einem anderen Händler oder zum Testmodus, oder die ID ist unvollständig.',
    deliveries: 'Zustellungen werden nach 30 Tagen gelöscht.',
  },
  notFound: {
    tab: 'Nicht gefunden',
    title: 'Seite nicht gefunden',
    text: 'Vielleicht ist die Adresse unvollständig, oder die Seite ist umgezogen.',
    link: 'Zur Übersicht',
  },
};
