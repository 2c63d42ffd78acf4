import type { providerEvents as en } from '../en/provider-events.ts';
import type { Translation } from '../translator.ts';

export const providerEvents: Translation<typeof en> = {
  list: {
    title: 'Anbieter-Ereignisse',
    lead: 'Ereignisse des Zahlungsanbieters, die Parley nicht anwenden konnte. Alle anderen werden automatisch angewendet.',
    filter: 'Nach Status filtern',
    loading: 'Ereignisse werden geladen …',
  },
  emptyTitle: {
    failed: 'Bei keinem Ereignis besteht Handlungsbedarf.',
    parked: 'Keine geparkten Ereignisse.',
  },
  empty: {
    failed:
      'Ein Ereignis erscheint hier, wenn Parley zehnmal erfolglos versucht hat, es anzuwenden.',
    parked:
      'Ein Ereignis erscheint hier, solange es zu keinem Ihrer Objekte passt. Parley versucht es erneut, wenn ein Objekt des Anbieters verknüpft wird.',
  },
  otherStatus: {
    failed: 'Das Ereignis {id} gilt nicht mehr als fehlgeschlagen.',
    parked: 'Das Ereignis {id} ist nicht mehr geparkt.',
    text: 'Sein Status hat sich geändert, oder es wurde gelöscht.',
  },
  viewAll: {
    failed: 'Alle fehlgeschlagenen Ereignisse ansehen',
    parked: 'Alle geparkten Ereignisse ansehen',
  },
  item: {
    about: '<type></type> zu <object></object>',
    objectId: 'Objekt-ID',
    eventId: 'ID des Anbieter-Ereignisses',
    received:
      'Empfangen <at></at>, {attempts, plural, one {einmal versucht} other {#-mal versucht}}',
    viewSession: 'Sitzung ansehen',
    retry: 'Erneut versuchen',
    retried: '{id} wurde erneut eingereiht. Schlägt es wieder fehl, erscheint es erneut hier.',
  },
  note: {
    none: 'Es wurde kein Grund erfasst.',
    internal: 'Ein interner Fehler ist aufgetreten.',
    noAttempt: 'Passt noch zu keinem Zahlungsversuch.',
    noAttemptGivenUp: 'Passt zu keinem Zahlungsversuch; nach 30 Tagen aufgegeben.',
    noObject: 'Der Anbieter hat kein solches Objekt.',
    noObjectGivenUp: 'Der Anbieter hat kein solches Objekt; nach 30 Tagen aufgegeben.',
    byOperator: 'Vom Betreiber geparkt.',
    attemptChanging: 'Der Zahlungsversuch hat sich immer wieder geändert.',
    noResult: 'Zu viele Versuche endeten ohne Ergebnis, die letzten mit dem Worker-Prozess.',
    otherRoot: 'Zahlung über ein Objekt, das nicht das Stammobjekt ist.',
    noRoot: 'Noch kein Stammobjekt.',
  },
};
