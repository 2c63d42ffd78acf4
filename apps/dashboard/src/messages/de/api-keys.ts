import type { apiKeys as en } from '../en/api-keys.ts';
import type { Translation } from '../translator.ts';

export const apiKeys: Translation<typeof en> = {
  readOnly: {
    admins:
      'Sie können die Schlüssel ansehen. Für Änderungen wenden Sie sich an einen Inhaber oder Administrator.',
    developers:
      'Sie können die Schlüssel ansehen. Für Änderungen wenden Sie sich an einen Inhaber, Administrator oder Entwickler.',
  },
  list: {
    title: 'API-Schlüssel',
    lead: 'Ihre Server rufen die API mit einem geheimen Schlüssel auf. Links zur Zahlungsseite enthalten einen veröffentlichbaren Schlüssel.',
    activeCaption: 'Aktive API-Schlüssel, neueste zuerst',
    endedCaption: 'Widerrufene und abgelaufene API-Schlüssel, neueste zuerst',
    filter: 'Schlüssel nach Zustand filtern',
    active: 'Aktiv',
    ended: 'Widerrufen und abgelaufen',
    empty: 'Keine aktiven Schlüssel.',
    emptyExplanation:
      'Ohne geheimen Schlüssel können Ihre Server die API nicht aufrufen. Ohne veröffentlichbaren Schlüssel können sie keine Links zur Zahlungsseite erstellen.',
    emptyEnded: 'Keine widerrufenen oder abgelaufenen Schlüssel.',
  },
  column: {
    status: 'Status',
    key: 'Schlüssel',
    created: 'Erstellt',
    lastUsed: 'Zuletzt verwendet',
    expires: 'Ablauf',
    ended: 'Beendet',
    actions: 'Aktionen',
  },
  key: {
    idLabel: 'Schlüssel',
    allScopes: 'Standardberechtigungen',
    scopes: '{count, plural, one {# Berechtigung} other {# Berechtigungen}}',
    never: 'Nie',
    requests: 'Anfragen<unseen> von {name}</unseen>',
  },
  create: {
    title: 'API-Schlüssel erstellen',
    submit: 'Schlüssel erstellen',
    done: 'Der Schlüssel wurde erstellt.',
    name: 'Name',
    nameHint: 'Wo der Schlüssel verwendet wird, zum Beispiel der Name eines Servers.',
    kind: 'Art',
    secret: 'Geheim',
    secretHint: 'Für Ihre Server. Bewahren Sie ihn wie ein Passwort auf.',
    publishable: 'Veröffentlichbar',
    publishableHint: 'Für Links zur Zahlungsseite. Zahlende Personen können ihn sehen.',
    scopes: 'Berechtigungen',
    allScopes: 'Standardberechtigungen, auch künftige',
    allScopesHint:
      'Alle außer {scopes}. Damit lässt sich das Konto wechseln, das Ihre Zahlungen empfängt.',
    selectedScopes: 'Nur ausgewählte Berechtigungen',
    readScopes: 'Lesen',
    writeScopes: 'Schreiben',
    expires: 'Ablauf',
    lifetime: '{days, plural, =0 {Nie} =365 {In 1 Jahr} other {In # Tagen}}',
  },
  subject: { name: 'Name', scopes: 'Berechtigungen', expires_at: 'Ablauf' },
  rename: {
    title: '„{name}“ umbenennen',
    trigger: 'Umbenennen',
    submit: 'Namen speichern',
  },
  roll: {
    title: '„{name}“ erneuern?',
    trigger: 'Erneuern',
    submit: 'Neuen Schlüssel erstellen',
    consequence:
      'Ein neuer Schlüssel mit gleichem Namen, Ablauf und gleichen Berechtigungen ersetzt ihn.',
    publishableConsequence:
      'Links zur Zahlungsseite und Belege, die den alten Schlüssel enthalten, funktionieren nach dessen Ablauf nicht mehr, auch nicht für Personen, die bereits bezahlt haben.',
    done: 'Der neue Schlüssel „{name}“ steht in der Liste.',
  },
  revoke: {
    title: '„{name}“ widerrufen?',
    trigger: 'Widerrufen',
    submit: 'Schlüssel widerrufen',
    secretConsequence:
      'Spätestens nach zwei Sekunden weist die API jede Anfrage mit diesem Schlüssel ab. Das lässt sich nicht rückgängig machen.',
    publishableConsequence:
      'Spätestens nach zwei Sekunden funktioniert kein Link zur Zahlungsseite mehr, der diesen Schlüssel enthält. Das lässt sich nicht rückgängig machen.',
    lastSecret:
      '<strong>Dies ist der letzte geheime Schlüssel im {mode, select, live {Livemodus} other {Testmodus}}.</strong> Ohne einen anderen können Ihre Server die API nicht aufrufen. Um ihn zu ersetzen, erneuern Sie ihn.',
    done: '„{name}“ wurde widerrufen.',
  },
};
