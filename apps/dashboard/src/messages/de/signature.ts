import type { signature as en } from '../en/signature.ts';
import type { Translation } from '../translator.ts';

export const signature: Translation<typeof en> = {
  page: {
    title: 'Signatur prüfen',
    lead: 'Fügen Sie eine Anfrage ein, die <link>{endpoint}</link> empfangen hat, um zu sehen, warum Ihr Server ihre Signatur zurückweist. Nichts davon wird gespeichert.',
    back: 'Zurück zum Endpunkt',
    submit: 'Signatur prüfen',
    headers: 'Header',
    headersHint:
      'Die drei Header webhook-id, webhook-timestamp und webhook-signature; andere werden ignoriert.',
    body: 'Body',
    bodyHint: 'Genau das, was Ihr Server prüft, bevor er das JSON parst.',
    sent: 'Gesendet',
    received: 'Empfangen',
  },
  step: {
    headers: 'Header',
    form: 'Format der Signatur',
    secret: 'Signaturschlüssel',
    body: 'Body',
    timestamp: 'Zeitstempel',
  },
  cause: {
    headers: 'Header',
    form: 'Format der Signatur',
    secret: 'Signaturschlüssel',
    body: 'Body',
    timestamp: 'Zeitstempel',
  },
  state: {
    passed: 'bestanden',
    warning: 'bitte prüfen',
    failed: 'fehlgeschlagen',
    unchecked: 'nicht geprüft',
  },
  verdict: {
    failed: 'Die Prüfung schlägt fehl. Erste Ursache: {cause}.',
    warning: 'Die Signatur ist gültig. Bitte prüfen Sie: {causes}.',
    passed: 'Die Signatur ist gültig, und die Anfrage besteht die Prüfung.',
  },
  headers: {
    missing: 'Es fehlen: <names></names>.',
    missingFix:
      'Übergeben Sie alle Header der Anfrage an die Prüfung. Ein Proxy vor Ihrem Server muss sie weiterleiten.',
    renamed: 'Bibliotheken finden keinen Header unter dem Namen <names></names>.',
    renamedFix:
      'Übergeben Sie die Header mit den Namen webhook-id, webhook-timestamp und webhook-signature.',
    present: 'Alle drei Header sind vorhanden.',
  },
  form: {
    missing: 'Die Signatur fehlt.',
    otherVersion: 'Die Signatur hat nicht die Version v1.',
    malformed: 'Die Signatur hat nicht das Format v1,{open}Base64 von 32 Bytes{close}.',
    fix: 'Übergeben Sie webhook-signature genau wie empfangen: mit der Version und nicht abgeschnitten, dekodiert oder in anderen Anführungszeichen.',
    passed:
      '{count, plural, one {Eine Signatur der Version v1.} other {# Signaturen der Version v1.}}',
  },
  secret: {
    otherEndpoint:
      'Ein anderer Endpunkt hat die Anfrage signiert: <link>{url}</link> (<code>{id}</code>).',
    otherEndpointFix:
      'Prüfen Sie mit dem Signaturschlüssel jenes Endpunkts. Jeder Endpunkt hat seinen eigenen, auch wenn zwei dieselbe URL haben.',
    previous:
      'Der vorherige Signaturschlüssel hat die Anfrage signiert, nicht der aktuelle (erstellt: <at></at>).',
    previousFix:
      'Die Anfrage wurde vor der Erneuerung gesendet. Prüfen Sie mit beiden Signaturschlüsseln, bis der vorherige abläuft, oder senden Sie das Ereignis erneut: Dann signieren es beide.',
    current: 'Der aktuelle Signaturschlüssel hat die Anfrage signiert (erstellt: <at></at>).',
    currentFix:
      'Wenn Ihr Server die Anfrage trotzdem zurückweist, hat er einen anderen Signaturschlüssel. Ein früherer signiert nach der Übergangszeit nicht mehr: Speichern Sie den aktuellen mit seinem Präfix whsec_.',
    unchecked:
      'Ein Signaturschlüssel lässt sich nur vergleichen, wenn die Header vollständig und wohlgeformt sind.',
    unknownLiveEvent:
      'Keiner Ihrer Signaturschlüssel passt zu dieser ID, diesem Zeitstempel und diesem Body, und im Livemodus gibt es kein Ereignis mit dieser webhook-id.',
    unknownTestEvent:
      'Keiner Ihrer Signaturschlüssel passt zu dieser ID, diesem Zeitstempel und diesem Body, und im Testmodus gibt es kein Ereignis mit dieser webhook-id.',
    unknownEventFix:
      'Prüfen Sie, ob die webhook-id unverändert ist und ob die Anfrage aus diesem Modus und von diesem Händler stammt.',
    expired:
      'Keiner Ihrer aktiven Signaturschlüssel passt zu dieser Signatur. Ihr Zeitstempel liegt vor der Erstellung des aktuellen (<at></at>); vielleicht hat ein früherer signiert, der abgelaufen ist oder widerrufen wurde.',
    expiredFix:
      'Verwenden Sie den aktuellen Signaturschlüssel und senden Sie das Ereignis erneut: Dann signiert es der aktuelle.',
    unknown:
      'Keiner der Signaturschlüssel Ihrer Endpunkte passt zu dieser ID und diesem Zeitstempel, auch nicht mit dem gesendeten Body.',
    unknownFix:
      'Prüfen Sie, ob alle drei Header von derselben Anfrage stammen und unverändert sind. Wenn ja, stammt die Anfrage nicht von Parley: Verarbeiten Sie sie nicht.',
  },
  body: {
    unchecked: 'Ohne Signaturschlüssel oder Ereignis lässt sich der Body nicht vergleichen.',
    unchanged: 'Der Body entspricht dem gesendeten.',
    differs: 'Die Abweichung beginnt bei Zeichen {position, number}.',
  },
  change: {
    emptied: 'Der Body ist leer.',
    whitespace_added:
      'Vor oder nach dem gesendeten Body stehen Leerzeichen oder Zeilenumbrüche, zum Beispiel ein Zeilenumbruch am Ende.',
    line_endings_changed: 'Die Zeilenenden des gesendeten Bodys wurden geändert.',
    reformatted:
      'Das JSON wurde geparst und neu geschrieben: Es hat denselben Inhalt in einem anderen Format.',
    encoded_as_json_string: 'Der Body wurde als JSON-String kodiert.',
    decoded_as_latin1:
      'Der Body wurde als Latin-1 dekodiert. Das ändert Zeichen außerhalb von ASCII.',
    edited: 'Der Body stimmt nicht mit dem gesendeten überein.',
  },
  changeFix: {
    emptied:
      'Lesen Sie den rohen Body, bevor ein anderer Teil Ihres Servers ihn liest: Ein Stream lässt sich nur einmal lesen.',
    whitespace_added:
      'Wenn sie nicht vom Kopieren stammen, übergeben Sie den Body wie empfangen. Eine Shell oder ein Editor fügt einen Zeilenumbruch hinzu.',
    line_endings_changed: 'Lesen Sie den Body als Bytes, nicht als Text.',
    reformatted: 'Prüfen Sie den rohen Body, bevor Ihr Framework ihn parst. In Express: {express}.',
    encoded_as_json_string: 'Prüfen Sie den Body selbst, ohne JSON.stringify.',
    decoded_as_latin1: 'Dekodieren Sie den Body als UTF-8 oder prüfen Sie seine Bytes.',
    edited: 'Prüfen Sie den rohen Body, bevor etwas ihn parst oder ändert.',
  },
  timestamp: {
    missing: 'Der Zeitstempel fehlt.',
    malformed: 'webhook-timestamp ist keine Unix-Zeit in Sekunden.',
    malformedFix:
      'Übergeben Sie webhook-timestamp wie empfangen, weder als Datum noch in Millisekunden.',
    tooOld: 'Sendezeit: <at></at>. Bibliotheken weisen die Anfrage nach 5 Minuten zurück.',
    tooOldFix:
      'Wenn Ihr Server sie beim Eintreffen geprüft hat, ist das normal. Prüfen Sie sonst jede Anfrage, bevor Sie sie einreihen, und korrigieren Sie die Uhr Ihres Servers.',
    tooNew:
      'Der Zeitstempel liegt in der Zukunft: <at></at>. Bibliotheken akzeptieren höchstens 5 Minuten.',
    tooNewFix:
      'Übergeben Sie webhook-timestamp unverändert. Parley setzt ihn beim Senden der Anfrage.',
    passed:
      'Die Anfrage wurde <at></at> gesendet und liegt im zulässigen Zeitfenster von 5 Minuten.',
  },
};
