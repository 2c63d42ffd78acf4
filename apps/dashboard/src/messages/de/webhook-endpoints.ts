import type { webhookEndpoints as en } from '../en/webhook-endpoints.ts';
import type { Translation } from '../translator.ts';

export const webhookEndpoints: Translation<typeof en> = {
  id: 'Endpunkt-ID',
  list: {
    title: 'Webhooks',
    lead: 'Endpunkte sind URLs Ihrer Server, an die Parley Ereignisse sendet.',
    caption: 'Webhook-Endpunkte, neueste zuerst',
    loading: 'Endpunkte',
    types: '{count, plural, =0 {Alle} one {# Typ} other {# Typen}}',
    delivered: '{count} <name>zugestellt</name>',
    failed: '{count} <name>fehlgeschlagen</name>',
    waiting: '{count} <name>wartend</name>',
  },
  column: {
    status: 'Status',
    endpoint: 'Endpunkt',
    events: 'Ereignisse',
    delivered: 'Zugestellt, 24 h',
    failed: 'Fehlversuche',
    waiting: 'Wartend',
    since: 'Beginn',
  },
  reason: {
    gone: 'Antwort 410',
    failing: '120 h fehlgeschlagen',
  },
  filter: {
    label: 'Endpunkte nach Verwendung filtern',
    inUse: 'In Verwendung',
    archived: 'Archiviert',
  },
  empty: {
    archived: 'Keine archivierten Endpunkte.',
    title: 'Noch keine Endpunkte.',
    text: 'Parley sendet jedes Ereignis an Ihre Endpunkte: Eine Sitzung wurde bezahlt, eine Zahlung steht in Konflikt, ein Abonnement ist beendet. Ohne Endpunkt muss Ihr Server die API regelmäßig abfragen.',
  },
  headline: {
    since: 'Seit <at></at>.',
    fixReceiver:
      'Beheben Sie den Fehler beim Empfänger, aktivieren Sie den Endpunkt und senden Sie dann die nicht zugestellten Ereignisse nach.',
    readOnly: 'Mit Ihrer Rolle können Sie den Endpunkt ansehen, aber nicht ändern.',
    edit: 'Bearbeiten',
    activate: 'Aktivieren',
    activated: 'Der Endpunkt ist aktiv.',
  },
  deactivate: {
    trigger: 'Deaktivieren',
    title: 'Diesen Endpunkt deaktivieren?',
    text: 'Parley sendet ihm keine Ereignisse, bis Sie ihn wieder aktivieren. Eingereihte Zustellungen werden zurückgehalten. Ereignisse in der Zwischenzeit werden nicht eingereiht, Sie können sie aber nachsenden.',
    submit: 'Endpunkt deaktivieren',
    done: 'Der Endpunkt wurde deaktiviert.',
  },
  archive: {
    trigger: 'Archivieren',
    title: 'Diesen Endpunkt archivieren?',
    text: 'Parley sendet ihm keine Ereignisse mehr und bricht seine wartenden Zustellungen ab. Das lässt sich nicht rückgängig machen. Seine Zustellungen können Sie noch 30 Tage lang ansehen.',
    submit: 'Endpunkt archivieren',
    done: 'Der Endpunkt wurde archiviert.',
  },
  health: {
    title: 'Letzte 24 Stunden',
    partial:
      'Bei mehr als {max, number} Zustellungen an einen Endpunkt umfassen die Zahlen nur die neuesten {max, number}.',
    delivered: 'Zugestellt',
    failed: 'Fehlgeschlagen',
    waiting: 'Derzeit wartend',
    requests: 'Anfragen',
    requestCounts: '{attempts, number}, davon {failed, number} fehlgeschlagen',
    lastSuccess: 'Letzter Erfolg',
    never: 'Keiner',
  },
  hourly: {
    title: 'Zustellungen je Stunde',
    partial:
      'Nur die neuesten {max, number} Zustellungen sind gezählt. Die Stunden davor sind unvollständig.',
    hour: 'Stunde',
    succeeded: 'Zugestellt',
    waiting: 'Wartend',
    failed: 'Fehlgeschlagen',
    table: 'Als Tabelle anzeigen',
  },
  fact: {
    endpoint: 'Endpunkt',
    events: 'Ereignisse',
    allEvents: 'Alle, auch künftige Typen',
    schemaVersion: 'Schemaversion',
    created: 'Erstellt',
    changed: 'Letzte Änderung',
  },
  activity: {
    title: 'Aktivität',
    pages: 'Seiten der Aktivität',
  },
  secret: {
    title: 'Signaturschlüssel',
    lead: 'Signiert jede Anfrage. Er wird nur einmal angezeigt, wenn er erstellt wird. Um einen Signaturschlüssel zu sehen, erneuern Sie ihn.',
    notRevoked:
      '<strong>Der vorherige Signaturschlüssel konnte nicht widerrufen werden.</strong> Er signiert noch bis <at></at>. Versuchen Sie erneut, ihn zu widerrufen.',
    previous: 'Der vorherige Signaturschlüssel signiert ebenfalls noch bis <at></at>.',
    checkSignature: 'Ihr Server weist eine Anfrage zurück? <link>Signatur prüfen</link>',
  },
  rotate: {
    trigger: 'Signaturschlüssel erneuern',
    title: 'Signaturschlüssel erneuern?',
    previous: 'Der vorherige Signaturschlüssel, der noch signiert, läuft sofort ab.',
    submit: 'Neuen Signaturschlüssel erstellen',
  },
  revoke: {
    trigger: 'Vorherigen widerrufen',
    title: 'Vorherigen Signaturschlüssel widerrufen?',
    text: 'Ab sofort signiert nur noch der aktuelle Signaturschlüssel. Ein Server, der noch mit dem vorherigen prüft, weist Ereignisse zurück.',
    submit: 'Jetzt widerrufen',
    done: 'Der vorherige Signaturschlüssel wurde widerrufen.',
  },
  form: {
    add: 'Endpunkt hinzufügen',
    added: 'Der Endpunkt wurde hinzugefügt.',
    editTitle: 'Endpunkt bearbeiten',
    save: 'Änderungen speichern',
    saved: 'Der Endpunkt wurde gespeichert.',
    url: 'URL',
    urlHint:
      'Eine https-URL auf einem öffentlichen Host. Parley sendet Ereignisse als JSON in POST-Anfragen dorthin.',
    version: 'Schemaversion',
    versionHint: 'Das Format der Ereignisse. Es bleibt gleich, bis Sie es hier ändern.',
  },
  field: {
    url: 'URL',
    event_types: 'Ereignistypen',
    event_schema_version: 'Schemaversion',
  },
  eventTypes: {
    legend: 'Ereignisse',
    all: 'Alle Ereignisse, auch künftige Typen',
    selected: 'Nur ausgewählte Ereignisse',
    proxy_session: 'Sitzungen',
    acquisition_attempt: 'Zahlungsversuche',
    payment: 'Zahlungen',
    subscription: 'Abonnements',
    webhook_endpoint: 'Endpunkte',
  },
  testEvent: {
    trigger: 'Testereignis senden',
    title: 'Testereignis senden',
    text: 'Parley signiert es und stellt es zu wie jedes Ereignis. Es enthält <code>"test": true</code> und die Sequenznummer 0. Die IDs eines Beispiels gehören zu keiner Sitzung.',
    submit: 'Ereignis senden',
    done: 'Ein Testereignis wurde eingereiht.',
    type: 'Ereignistyp',
  },
  testType: {
    subscribed: 'Abonnierte Ereignisse',
    onRequest: 'Nur auf Anforderung gesendet',
    notSubscribed: 'Nicht abonniert',
  },
  testHint: {
    live: 'Im Livemodus kann nur ein Ping gesendet werden, da Ihr Server auf das Beispiel einer Zahlung reagieren könnte. Senden Sie Beispiele an einen Endpunkt im Testmodus.',
    ping: 'Prüft die Verbindung und die Signatur. Das Ereignis enthält diesen Endpunkt.',
    subscribed: 'Ein Beispiel des Ereignisses, das dieser Endpunkt empfängt.',
    notSubscribed:
      'Dieser Endpunkt hat dieses Ereignis nicht abonniert. Er erhält dieses Beispiel, aber keine echten Ereignisse dieses Typs.',
  },
  replay: {
    title: 'Nachsenden',
    lead: 'Sendet vergangene Ereignisse, die dieser Endpunkt abonniert hat, mit ihren ursprünglichen IDs erneut, die ältesten zuerst.',
    legend: 'Nachzusendende Ereignisse',
    missed: 'Nicht zugestellte Ereignisse',
    range: 'Ein Zeitraum',
    from: 'Von',
    until: 'Bis',
    includeDelivered: 'Auch bereits zugestellte Ereignisse',
    start: 'Beginn',
    end: 'Ende',
    zone: 'Beide in der Zeitzone {zone}.',
    count: 'Ereignisse zählen',
    submit: '{count, plural, one {# Ereignis nachsenden} other {# Ereignisse nachsenden}}',
    submitOrMore: '{count, number} oder mehr Ereignisse nachsenden',
    span: 'Ältestes Ereignis: <oldest></oldest>, neuestes: <newest></newest>.',
  },
  replayResult: {
    counted:
      '{count, plural, one {# Ereignis würde gesendet.} other {# Ereignisse würden gesendet.}}',
    countedOrMore: '{count, number} oder mehr Ereignisse würden gesendet.',
    queued:
      '{count, plural, one {# Ereignis wurde eingereiht.} other {# Ereignisse wurden eingereiht.}}',
    queuedInPart:
      '{count, plural, one {# Ereignis wurde eingereiht.} other {# Ereignisse wurden eingereiht.}} Es gibt weitere: Senden Sie erneut nach, sobald diese zugestellt sind.',
    failedInPart:
      '{count, plural, one {# Ereignis wurde} other {# Ereignisse wurden}} eingereiht, dann schlug das Nachsenden fehl. Senden Sie erneut nach, um die übrigen einzureihen.',
    nothingYet:
      'Am Anfang dieses Zeitraums gibt es nichts nachzusenden. Wählen Sie einen späteren Beginn.',
    nothing: 'Keine Ereignisse nachzusenden: Alle wurden zugestellt oder werden noch versucht.',
  },
};
