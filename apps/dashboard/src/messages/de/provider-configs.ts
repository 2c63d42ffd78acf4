import type { providerConfigs as en } from '../en/provider-configs.ts';
import type { Translation } from '../translator.ts';

export const providerConfigs: Translation<typeof en> = {
  readOnly: {
    admins:
      'Sie können die Konten ansehen. Für Änderungen wenden Sie sich an einen Inhaber oder Administrator.',
    developers:
      'Sie können die Konten ansehen. Für Änderungen wenden Sie sich an einen Inhaber, Administrator oder Entwickler.',
  },
  list: {
    title: 'Anbieterkonten',
    lead: 'Ihre Konten beim Zahlungsanbieter. Das aktive nimmt alle neuen Zahlungen an.',
    loading: 'Anbieterkonten werden geladen …',
    empty: 'Im {mode, select, live {Livemodus} other {Testmodus}} ist kein Konto verbunden.',
    emptyExplanation:
      'Zahlungen gehen auf ein Konto beim Zahlungsanbieter ein. Verbinden Sie eines mit seinen Schlüsseln.',
  },
  connect: {
    title: 'Konto verbinden',
    explanation:
      'Parley prüft die Schlüssel beim Zahlungsanbieter, bevor es sie speichert. Das Konto nimmt keine Zahlungen an, bis Sie es aktivieren.',
    done: 'Das Konto wurde verbunden.',
  },
  setup: {
    title: 'Was im {mode, select, live {Livemodus} other {Testmodus}} noch fehlt',
    done: 'Erledigt',
    missing: 'Fehlt',
  },
  step: {
    active_provider_config: 'Ein aktives Anbieterkonto',
    secret_key: 'Ein geheimer API-Schlüssel für Ihren Server',
    webhook_endpoint: 'Ein Webhook-Endpunkt, der Ereignisse empfängt',
  },
  stepLink: { secret_key: 'API-Schlüssel', webhook_endpoint: 'Webhooks' },
  field: {
    publishable_key: 'Veröffentlichbarer Schlüssel',
    secret_key: 'Geheimer Schlüssel',
    webhook_secret: 'Signaturschlüssel',
    newWebhookSecret: 'Neuer Signaturschlüssel',
    api_url: 'API',
  },
  hint: {
    publishable_key:
      'Der veröffentlichbare Schlüssel des Kontos im {mode, select, live {Livemodus} other {Testmodus}}, der mit pk_{mode}_ beginnt.',
    publishableKeyReplacement: 'Leer lassen, um den aktuellen zu behalten.',
    secret_key:
      'Ein geheimer oder eingeschränkter Schlüssel des {mode, select, live {Livemodus} other {Testmodus}}, der mit sk_{mode}_ oder rk_{mode}_ beginnt. Er wird verschlüsselt und nie wieder angezeigt.',
    webhook_secret:
      'Der Zahlungsanbieter zeigt ihn auf der Seite des Webhook-Endpunkts, der an die Ereignis-URL sendet. Er beginnt mit whsec_.',
    api_url:
      'Der Zahlungsanbieter oder sein Simulator auf diesem Rechner. <code>npm start</code> gibt die Schlüssel des Simulators aus.',
  },
  subject: {
    publishable_key: 'Veröffentlichbarer Schlüssel',
    secret_key: 'Geheimer Schlüssel',
    webhook_secret: 'Signaturschlüssel',
    api_url: 'API',
  },
  config: {
    former:
      '<strong>Dieses Konto hat Ihre Zahlungen bis <time></time> empfangen.</strong> Wenn niemand aus Ihrem Team das geändert hat, aktivieren Sie es wieder. Prüfen Sie dann Ihre API-Schlüssel und Ihr Team.',
    missingEndpoint:
      '<strong>Der Webhook-Endpunkt fehlt.</strong> Lassen Sie ihn von Parley beim Zahlungsanbieter erstellen, oder erstellen Sie ihn dort für die Ereignis-URL und legen Sie seinen Signaturschlüssel hier fest. Ohne ihn empfängt Parley keine Ereignisse, und das Konto kann nicht aktiviert werden.',
    eventUrl: 'Ereignis-URL',
    publishableKeyId: 'Veröffentlichbaren Schlüssel',
    secretIsSet: 'Festgelegt',
    secretIsMissing: 'Fehlt',
    secretsOverlap: 'Festgelegt; der vorherige läuft <time></time> ab',
    lastEvent: 'Letztes Ereignis',
    noEvent: 'Keines empfangen',
    id: 'Anbieterkonto',
    idLabel: 'ID des Anbieterkontos',
    created: 'Erstellt',
    updated: 'Letzte Änderung',
  },
  activate: {
    title: 'Dieses Konto aktivieren?',
    trigger: 'Aktivieren',
    submit: 'Konto aktivieren',
    consequence:
      'Neue Zahlungen gehen an dieses Konto. Das bisher aktive Konto wird stillgelegt: Es schließt die begonnenen Zahlungen ab, und Sie können es erneut aktivieren.',
    done: 'Das Konto ist aktiv.',
  },
  replace: {
    title: 'Schlüssel ersetzen',
    submit: 'Schlüssel ersetzen',
    explanation:
      'Die neuen Schlüssel müssen zum selben Konto gehören. Parley prüft sie, bevor es sie speichert.',
    done: 'Die Schlüssel wurden ersetzt.',
  },
  retire: {
    title: 'Dieses Konto stilllegen?',
    trigger: 'Stilllegen',
    submit: 'Konto stilllegen',
    consequence:
      'Im {mode, select, live {Livemodus} other {Testmodus}} kann keine neue Zahlung beginnen, bis Sie ein Konto aktivieren. Mit diesem Konto begonnene Zahlungen werden abgeschlossen.',
    done: 'Das Konto wurde stillgelegt.',
  },
  createEndpoint: {
    title: 'Webhook-Endpunkt erstellen?',
    submit: 'Webhook-Endpunkt erstellen',
    explanation:
      'Parley erstellt beim Zahlungsanbieter einen Endpunkt, der die Ereignisse von Zahlungen an <url></url> sendet, und speichert seinen Signaturschlüssel. Ein eingeschränkter Schlüssel braucht Schreibzugriff auf Webhook Endpoints.',
    done: 'Der Webhook-Endpunkt wurde erstellt.',
  },
  setSecret: {
    title: 'Signaturschlüssel festlegen',
    trigger: 'Signaturschlüssel festlegen',
    submit: 'Signaturschlüssel speichern',
    done: 'Der Signaturschlüssel wurde gespeichert.',
  },
  rollSecret: { title: 'Signaturschlüssel erneuern', trigger: 'Signaturschlüssel erneuern' },
  overlap: {
    day: 'Für einen Signaturschlüssel, den der Zahlungsanbieter noch einen Tag lang verwendet.',
    week: 'Für einen Endpunkt, der durch einen anderen ersetzt wird.',
    now: 'Für einen Signaturschlüssel, der in falsche Hände geraten ist. Ereignisse, die der Zahlungsanbieter damit signiert hat, werden abgelehnt.',
  },
  endOverlap: {
    title: 'Vorherigen Signaturschlüssel ablehnen?',
    submit: 'Vorherigen Schlüssel ablehnen',
    consequence:
      'Ereignisse, die der Zahlungsanbieter nur mit dem vorherigen Signaturschlüssel signiert, werden ab sofort abgelehnt.',
    done: 'Nur der neue Signaturschlüssel gilt noch.',
  },
};
