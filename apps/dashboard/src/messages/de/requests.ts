import type { requests as en } from '../en/requests.ts';
import type { Translation } from '../translator.ts';

export const requests: Translation<typeof en> = {
  list: {
    title: 'API-Anfragen',
    lead: 'Die neuesten Anfragen mit Ihren API-Schlüsseln, ohne Geheimnisse und personenbezogene Daten. Nach einer Überlastung können Anfragen fehlen.',
    caption: 'API-Anfragen, neueste zuerst',
    loading: 'Anfragen',
    empty: 'Noch keine Anfragen.',
    noMatch: 'Keine passenden Anfragen.',
    showAll: 'Alle Anfragen anzeigen',
    unsearched: 'Es wurden nicht alle Anfragen durchsucht. Ältere könnten den Filtern entsprechen.',
    retention:
      'Anfragen erscheinen hier wenige Sekunden nach der Antwort. Sie werden nach sieben Tagen gelöscht, sofern der Betreiber dieses Dienstes nichts anderes festgelegt hat.',
  },
  column: {
    status: 'Status',
    request: 'Anfrage',
    error: 'Fehler',
    duration: 'Dauer',
    time: 'Zeitpunkt',
  },
  filter: {
    search: 'Anfragen nach Pfad, ID, Status oder Idempotenzschlüssel suchen',
    searchPlaceholder: 'Pfad, Status, ID oder Idempotenzschlüssel',
    label: 'Nach Status filtern',
    all: 'Alle',
    '2xx': 'Erfolgreich',
    '4xx': 'Abgewiesen',
    '5xx': 'Fehlgeschlagen',
  },
  status: {
    abandoned: 'Der Client hat nicht auf die Antwort gewartet.',
    failed: 'Parley konnte die Anfrage nicht bearbeiten.',
    refused: 'Die Anfrage wurde abgewiesen.',
    succeeded: 'Die Anfrage war erfolgreich.',
  },
  page: {
    id: 'Anfrage-ID',
    query: 'Query-Parameter',
    requestBody: 'Body der Anfrage',
    responseBody: 'Body der Antwort',
    noResponseBody:
      'Zu dieser Anfrage ist kein Body der Antwort gespeichert. Für erfolgreiche Lesezugriffe speichert Parley keinen. Werden die Daten eines Käufers gelöscht, löscht Parley auch gespeicherte Inhalte.',
  },
  fact: {
    path: 'Pfad',
    time: 'Zeitpunkt',
    duration: 'Dauer',
    session: 'Sitzung',
    apiKey: 'API-Schlüssel',
    apiKeyId: 'API-Schlüssel-ID',
    requestsOfKey: 'Anfragen ansehen',
    repeat: 'Wiederholen',
    client: 'Client',
    idempotencyKey: 'Idempotenzschlüssel',
    repeated: 'Eine wiederholte Anfrage',
    getsStored: 'erhält bis <at></at> die gespeicherte Antwort ({status})',
    isExecuted: 'wird ausgeführt: Es ist keine Antwort gespeichert',
    replayed: 'Wiederholte Antwort',
    isReplayed: 'Dies ist die Antwort auf eine frühere Anfrage.',
  },
  idempotency: {
    title: 'Idempotenzschlüssel',
    stored:
      'Verwendet: <used></used>. Eine wiederholte Anfrage erhält bis <at></at> die gespeicherte Antwort ({response}).',
    notStored:
      'Verwendet: <used></used>. Die letzte Antwort war {response}. Sie ist nicht gespeichert: Eine wiederholte Anfrage wird erneut ausgeführt.',
    first: 'Erste Anfrage ansehen',
  },
  curl: {
    copy: 'Als curl kopieren',
    copied: 'Der Befehl wurde kopiert. Setzen Sie {variable}, bevor Sie ihn ausführen.',
    copiedRedacted:
      'Der Befehl wurde kopiert. Setzen Sie {variable}, bevor Sie ihn ausführen. Ersetzen Sie die Werte, in denen [redacted] steht.',
    notCopied: 'Ihr Browser hat das Kopieren blockiert.',
  },
};
