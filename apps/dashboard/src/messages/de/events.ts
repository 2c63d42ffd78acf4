import type { events as en } from '../en/events.ts';
import type { Translation } from '../translator.ts';

export const events: Translation<typeof en> = {
  id: 'Ereignis-ID',
  list: {
    title: 'Ereignisse',
    lead: 'Ereignisse für Ihre Webhook-Endpunkte, auch solche, die keiner abonniert hat.',
    caption: 'Ereignisse, neueste zuerst',
    loading: 'Ereignisse',
  },
  column: {
    type: 'Typ',
    object: 'Objekt',
    number: 'Nummer',
    time: 'Zeitpunkt',
  },
  empty: {
    unsearchedTitle: 'Kein Ereignis auf dieser Seite entspricht den Filtern.',
    unsearched:
      'Es wurden nicht alle Ereignisse durchsucht. Ältere könnten den Filtern entsprechen.',
    noneTitle: 'Noch keine Ereignisse.',
    none: 'Sie erscheinen, sobald Sie eine Sitzung erstellen.',
    unmatchedTitle: 'Kein Ereignis entspricht den Filtern.',
    unmatched: 'Entfernen oder erweitern Sie einen Filter.',
    showAll: 'Alle Ereignisse anzeigen',
  },
  filter: {
    search: 'Ereignisse einer Sitzung anhand ihrer ID suchen',
    searchPlaceholder: 'Sitzungs-ID',
    searchError: 'Geben Sie die ID einer Sitzung ein. Sie beginnt mit psess_.',
    type: 'Typ',
    anyType: 'Beliebig',
    from: 'Von',
    to: 'Bis',
  },
  page: {
    deliveries: 'Zustellungen',
    deliveriesCaption: 'Zustellungen des Ereignisses',
    payload: 'Inhalt',
    json: 'Das Ereignis als JSON',
  },
  deliveryColumn: {
    status: 'Status',
    endpoint: 'Endpunkt',
    attempts: 'Versuche',
    lastAttempt: 'Letzter Versuch',
  },
  fact: {
    time: 'Zeitpunkt',
    object: 'Objekt',
    testEvent: 'Testereignis',
    number: 'Nummer in der Sitzung',
    request: 'Anfrage',
    viewRequest: 'Anfrage ansehen',
    idempotencyKey: 'Idempotenzschlüssel',
    schemaVersion: 'Schemaversion',
    event: 'Ereignis',
  },
  outcome: {
    failed: 'Fehlgeschlagen',
    waiting: 'Wartend',
    succeeded: 'Zugestellt',
    none: 'Nicht gesendet',
  },
  outcomeExplanation: {
    failed:
      'Mindestens ein Endpunkt hat das Ereignis nicht angenommen. Sie können es erneut senden.',
    waiting: 'Mindestens ein Endpunkt hat das Ereignis noch nicht angenommen.',
    succeeded: 'Jeder aktive Endpunkt, der das Ereignis abonniert hat, hat es erhalten.',
    none: 'Kein Endpunkt hatte das Ereignis abonniert, der Endpunkt wurde archiviert oder die Zustellungen sind älter als 30 Tage.',
  },
};
