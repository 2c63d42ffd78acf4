import type { deliveries as en } from '../en/deliveries.ts';
import type { Translation } from '../translator.ts';

export const deliveries: Translation<typeof en> = {
  list: {
    title: 'Zustellungen',
    caption: 'Zustellungen, neueste zuerst',
    filter: 'Zustellungen nach Status filtern',
    type: 'Zustellungen nach Ereignistyp filtern',
    anyType: 'Alle Ereignistypen',
    pages: 'Seiten der Zustellungen',
    attempts: '{count, plural, one {#<unit> Versuch</unit>} other {#<unit> Versuche</unit>}}',
    next: 'Nächster Versuch <at></at>',
  },
  column: {
    status: 'Status',
    event: 'Ereignis',
    response: 'Antwort',
    attempts: 'Versuche',
    created: 'Erstellt',
  },
  filter: {
    all: 'Alle',
    waiting: 'Wartend',
    succeeded: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    canceled: 'Abgebrochen',
  },
  empty: {
    noneOfNewest: 'Keine Treffer unter den neuesten 25.000 Zustellungen. Ältere könnten passen.',
    noneOfThese: 'Keine Treffer unter diesen 25.000 Zustellungen. Ältere könnten passen.',
    noOlder: 'Keine älteren Zustellungen.',
    noOlderMatches: 'Keine passenden älteren Zustellungen.',
    none: 'Noch keine Zustellungen.',
    noneMatches: 'Keine passenden Zustellungen.',
    retention: 'Zustellungen werden nach 30 Tagen gelöscht.',
    sendTestEvent:
      'Parley sendet Ereignisse, sobald sie eintreten. Um jetzt eine Zustellung zu sehen, senden Sie ein Testereignis.',
  },
  headline: {
    webhooks: 'Webhooks',
    eventId: 'Ereignis-ID',
    next: 'Nächster Versuch <at></at>.',
    ended:
      'Die Zustellung endete <at></at> nach {attempts, plural, one {einem Versuch} other {# Versuchen}}.',
    sendNow: 'Jetzt senden',
    resend: 'Erneut senden',
    resent: 'Das Ereignis wurde erneut eingereiht.',
  },
  notResendable: {
    inactive: 'Der Endpunkt ist inaktiv. Aktivieren Sie ihn, um das Ereignis erneut zu senden.',
    archived: 'Erneutes Senden ist nicht möglich, da der Endpunkt archiviert ist.',
  },
  attempts: {
    title: 'Versuche',
    none: 'Noch keine. Das Ereignis wird gleich gesendet.',
    facts: 'Versuch {number, number}, <at></at>, {duration}',
    response: 'Antwort auf Versuch {number, number}',
  },
  request: {
    title: 'Anfrage',
    note: 'Angezeigt wird die aktuelle URL des Endpunkts. Der Inhalt wird ohne Einrückungen gesendet.',
    timestamp: 'Unix-Zeit des Versuchs',
    signature: 'Signatur über ID, Zeitstempel und Inhalt',
  },
  fact: {
    event: 'Ereignis',
    testEvent: 'Testereignis',
    onRequest: 'Ja, auf Anforderung gesendet',
    sequence: 'Sequenznummer',
    schemaVersion: 'Schemaversion',
    session: 'Sitzung',
    viewSession: 'Sitzung ansehen',
    happened: 'Eingetreten',
    queued: 'Eingereiht',
    ended: 'Beendet',
  },
  response: {
    notSent: 'Noch nicht gesendet',
    failed: 'Fehlgeschlagen: {failure}',
  },
  failure: {
    timeout: 'Keine Antwort innerhalb von 15 Sekunden',
    connect_timeout: 'Keine Verbindung innerhalb von 5 Sekunden',
    connection_failed: 'Verbindung fehlgeschlagen',
    tls_failed: 'TLS fehlgeschlagen: Das Zertifikat ist ungültig',
    name_unknown: 'Hostname nicht gefunden',
    address_refused: 'Der Host ist nicht im öffentlichen Internet',
    url_refused: 'Die URL ist nicht zulässig',
    secret_unreadable: 'Der Signaturschlüssel kann nicht entschlüsselt werden. Erneuern Sie ihn.',
  },
};
