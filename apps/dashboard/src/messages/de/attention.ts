import type { attention as en } from '../en/attention.ts';
import type { Translation } from '../translator.ts';

export const attention: Translation<typeof en> = {
  title: 'Handlungsbedarf',
  lead: 'Hier ist Ihre Entscheidung gefragt. Einträge verschwinden, sobald sie erledigt sind.',
  loading: 'Handlungsbedarf',
  column: {
    subject: 'Betrifft',
    assignee: 'Zuständig',
    actions: 'Aktionen',
    buyer: 'Käufer',
    reason: 'Grund',
    note: 'Notiz',
  },
  when: {
    waiting: 'Beginn',
    received: 'Empfangen',
    since: 'Beginn',
    expires: 'Läuft ab',
    due: 'Frist',
  },
  filter: {
    byState: 'Nach Zustand filtern',
    byKind: 'Nach Art filtern',
    all: 'Alle',
    open: 'Offen',
    mine: 'Mir zugewiesen',
    snoozed: 'Zurückgestellt',
  },
  empty: {
    open: 'Kein Handlungsbedarf.',
    openText:
      'Zahlungen, Anbieterkonten, Anbieter-Ereignisse, Webhook-Endpunkte und API-Schlüssel sind alle in Ordnung.',
    mine: 'Ihnen ist nichts zugewiesen.',
    snoozed: 'Keine zurückgestellten Einträge.',
    kind: 'Kein Handlungsbedarf dieser Art.',
    link: 'Gesamten Handlungsbedarf ansehen',
  },
  page: {
    first: 'Erste Seite',
    next: 'Nächste Seite',
    all: 'Alle ansehen<unseen>: {kind}</unseen>',
  },
  kind: {
    receiving_account_changed: {
      label: 'Wechsel des Empfängerkontos',
      one: 'Wechsel des Empfängerkontos',
      nextAction:
        'Wenn niemand aus Ihrem Team das geändert hat, aktivieren Sie das bisherige Konto wieder. Prüfen Sie dann Ihre API-Schlüssel und Ihr Team.',
    },
    payment_conflict: {
      label: 'Zahlungskonflikte',
      one: 'Zahlungskonflikt',
      nextAction:
        'Vergleichen Sie den angeforderten mit dem eingezogenen Betrag und nehmen Sie die Zahlung dann an oder erstatten Sie sie.',
    },
    open_dispute: {
      label: 'Anfechtungen',
      one: 'Anfechtung',
      nextAction:
        'Antworten Sie vor Ablauf der Frist beim Anbieter. Stellen Sie die Leistung erst bereit, wenn die Anfechtung zu Ihren Gunsten entschieden ist.',
    },
    open_inquiry: {
      label: 'Rückfragen',
      one: 'Rückfrage',
      nextAction:
        'Es wurde kein Geld abgebucht. Antworten Sie vor Ablauf der Frist beim Anbieter, damit aus der Rückfrage keine Anfechtung wird.',
    },
    closed_dispute: {
      label: 'Entschiedene Anfechtungen',
      one: 'Entschiedene Anfechtung',
      nextAction:
        'Stellen Sie die Leistung bereit, wenn Sie gewonnen haben und das noch aussteht. Ein Eintrag verschwindet nach sieben Tagen.',
    },
    unprovisioned_session: {
      label: 'Nicht bereitgestellt',
      one: 'Nicht bereitgestellt',
      nextAction:
        'Stellen Sie die Leistung bereit und melden Sie das auf der Seite der Sitzung oder von Ihrem Server aus.',
    },
    refused_cart: {
      label: 'Abgelehnte Warenkörbe',
      one: 'Abgelehnter Warenkorb',
      nextAction:
        'Eine Zahlung ist nicht möglich. Ersetzen Sie den Warenkorb, oder korrigieren Sie das Anbieterkonto und ersetzen Sie dann den Versuch.',
    },
    decline_spike: {
      label: 'Häufige Ablehnungen',
      one: 'Häufige Ablehnungen',
      nextAction:
        'Vielleicht probiert jemand gestohlene Karten aus: Prüfen Sie die Ablehnungsgründe in der Übersicht und die Betrugsregeln bei Ihrem Anbieter.',
    },
    unknown_attempt: {
      label: 'Unbekannte Versuche',
      one: 'Unbekannter Versuch',
      nextAction:
        'Suchen Sie den Versuch beim Anbieter und verknüpfen Sie dann sein Objekt von Ihrem Server aus.',
    },
    failed_provider_event: {
      label: 'Fehlgeschlagene Anbieter-Ereignisse',
      one: 'Fehlgeschlagenes Anbieter-Ereignis',
      nextAction:
        'Der Status einer Zahlung ist vielleicht veraltet: Prüfen Sie den Grund und versuchen Sie es dann erneut.',
    },
    parked_provider_event: {
      label: 'Geparkte Anbieter-Ereignisse',
      one: 'Geparktes Anbieter-Ereignis',
      nextAction:
        'Verknüpfen Sie das Objekt des Anbieters von Ihrem Server aus mit seinem Versuch; Parley versucht es dann erneut.',
    },
    failing_webhook_endpoint: {
      label: 'Gestörte Endpunkte',
      one: 'Gestörter Endpunkt',
      nextAction:
        'Beheben Sie den Fehler beim Empfänger und aktivieren Sie den Endpunkt, falls Parley ihm keine Ereignisse mehr sendet.',
    },
    expiring_api_key: {
      label: 'Ablaufende API-Schlüssel',
      one: 'Ablaufender API-Schlüssel',
      nextAction:
        'Erneuern Sie den Schlüssel und verwenden Sie den neuen auf Ihren Servern, bevor der alte abläuft.',
    },
  },
  accountChanged: 'Neue Zahlungen gehen an ein anderes Anbieterkonto.',
  declineSpike: 'Auffällig viele Ablehnungen',
  disputeWon: 'Gewonnen: Sie behalten das Geld.',
  disputeLost: 'Verloren: Die zahlende Person hat das Geld zurückbekommen.',
  renewal: 'Es geht um eine Verlängerung des Abonnements, nicht um eine Zahlung der Sitzung.',
  disputedRenewal: 'Antworten Sie vor Ablauf der Frist beim Anbieter.',
  closedDispute: 'Dieser Eintrag verschwindet sieben Tage nach der Entscheidung.',
  renewalOf: '{buyer}, Verlängerung eines Abonnements',
  inquiryClosed: 'Die Rückfrage wurde geschlossen: Sie behalten das Geld.',
  keyExpires: 'Der Schlüssel wurde nicht erneuert.',
  rolledKeyInUse:
    'Der Schlüssel wurde erneuert, wird aber noch verwendet: Stellen Sie Ihre Server auf den neuen um.',
  refusedCart: 'Der Anbieter hat diesen Warenkorb abgelehnt. {reason}',
  notCreated: 'Der Anbieter hat nicht bestätigt, ob er das Objekt erstellt hat.',
  snoozedUntil: 'Zurückgestellt bis <at></at>',
  note: '<unseen>Notiz: </unseen>{note}',
  noAssignee: 'Nicht zugewiesen',
  menu: {
    label: 'Aktionen für {subject}',
    mine: 'Mir zuweisen',
    assign: 'Zuweisen …',
    unassign: 'Zuweisung aufheben',
    show: 'Zurückstellung aufheben',
    hour: '1 Stunde zurückstellen',
    tomorrow: 'Bis morgen um 09:00 Uhr zurückstellen',
    monday: 'Bis Montag um 09:00 Uhr zurückstellen',
    snooze: 'Zurückstellen bis …',
    addNote: 'Notiz hinzufügen …',
    editNote: 'Notiz bearbeiten …',
    history: 'Verlauf ansehen',
  },
  dialog: {
    assign: {
      title: 'Eintrag zuweisen',
      bulkTitle: 'Ausgewählte Einträge zuweisen',
      submit: 'Zuweisen',
    },
    snooze: {
      title: 'Eintrag zurückstellen',
      bulkTitle: 'Ausgewählte Einträge zurückstellen',
      submit: 'Zurückstellen',
    },
    note: {
      title: 'Notiz',
      bulkTitle: 'Notiz zu den ausgewählten Einträgen',
      submit: 'Notiz speichern',
    },
  },
  field: {
    assignee: 'Zuständig',
    until: 'Zurückstellen bis',
    untilHint: 'In der Zeitzone {zone}, höchstens 90 Tage im Voraus.',
    untilMissing: 'Geben Sie Datum und Uhrzeit ein.',
    note: 'Notiz',
    noteHint: 'Für das ganze Team sichtbar. Leeren Sie das Feld, um die Notiz zu entfernen.',
    bulkNoteHint:
      'Für das ganze Team sichtbar. Die Notiz ersetzt die Notizen der ausgewählten Einträge. Lassen Sie das Feld leer, um diese zu entfernen.',
  },
  unchanged: 'Der Eintrag wurde nicht geändert.',
  bulk: {
    label: 'Ausgewählte Einträge: {kind}',
    announcement: '{count, plural, one {# Eintrag} other {# Einträge}} ausgewählt',
    allOfKind: 'Alle Einträge auswählen: {kind}',
    one: '{subject} auswählen',
    menu: 'Ausgewählte Einträge bearbeiten',
    changed: '{count, plural, one {# Eintrag wurde} other {# Einträge wurden}} geändert.',
    unchanged: '{count, plural, one {# Eintrag wurde} other {# Einträge wurden}} nicht geändert.',
  },
  notices: {
    label: 'Hinweise',
    since: 'Seit <at></at>.',
    endpoint: '{name}: {reason}',
    endpointLink: 'Endpunkt ansehen',
    endpoints: '{count} Endpunkte erhalten keine Ereignisse.',
    endpointsLink: 'Endpunkte ansehen',
    accountsLink: 'Anbieterkonten ansehen',
    events:
      '{events, plural, one {1 Anbieter-Ereignis konnte} other {{count} Anbieter-Ereignisse konnten}} nicht angewendet werden.',
    eventsLink: 'Ereignisse ansehen',
  },
};
