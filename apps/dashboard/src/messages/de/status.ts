import type { status as en } from '../en/status.ts';
import type { Translation } from '../translator.ts';

export const status: Translation<typeof en> = {
  session: {
    created: {
      label: 'Erstellt',
      explanation: 'Die zahlende Person hat noch keinen Link zur Sitzung.',
    },
    payer_handoff_pending: {
      label: 'Übergeben',
      explanation:
        'Die zahlende Person hat einen Link zur Zahlungsseite, hat sie aber noch nicht geöffnet.',
    },
    payer_opened: {
      label: 'Geöffnet',
      explanation:
        'Die zahlende Person hat die Zahlungsseite geöffnet. Es ist kein Geld geflossen.',
    },
    payment_processing: {
      label: 'In Bearbeitung',
      explanation: 'Der Anbieter hat die Zahlung angenommen, aber noch nicht abgeschlossen.',
    },
    paid: {
      label: 'Bezahlt',
      explanation:
        'Der genaue Betrag wurde bezahlt. Stellen Sie die Leistung bereit und melden Sie das dann.',
    },
    provisionable: {
      label: 'Bereitstellbar',
      explanation:
        'Jetzt ist nichts fällig. Stellen Sie die Leistung bereit und melden Sie das dann.',
    },
    payment_conflicted: {
      label: 'Konflikt',
      explanation: 'Eine Zahlung passt nicht zur Sitzung. Lösen Sie den Konflikt.',
    },
    provisioned: {
      label: 'Bereitgestellt',
      explanation: 'Die Leistung ist bezahlt und bereitgestellt. Es ist nichts zu tun.',
    },
    provisioning_failed: {
      label: 'Nicht bereitstellbar',
      explanation:
        'Die Leistung kann nicht bereitgestellt werden. Erstatten Sie eine Zahlung beim Anbieter oder wenden Sie sich an die zahlende Person.',
    },
    expired: {
      label: 'Abgelaufen',
      explanation: 'Die Sitzung ist abgelaufen, bevor bezahlt wurde. Es wurde nichts eingezogen.',
    },
    canceled: {
      label: 'Abgebrochen',
      explanation: 'Die Sitzung wurde abgebrochen. Für sie ist keine Zahlung einbehalten.',
    },
  },
  payment: {
    partially_refunded: {
      label: 'Teilweise erstattet',
      explanation: 'Ein Teil der Zahlung wurde erstattet. Den Rest behalten Sie.',
    },
    refunded: { label: 'Erstattet', explanation: 'Die Zahlung wurde vollständig erstattet.' },
    inquiry: {
      label: 'Rückfrage',
      explanation:
        'Die Bank der zahlenden Person fragt zu der Zahlung nach. Es wurde kein Geld abgebucht.',
    },
    disputed: {
      label: 'Angefochten',
      explanation: 'Die zahlende Person ficht die Zahlung bei ihrer Bank an.',
    },
    dispute_under_review: {
      label: 'Anfechtung in Prüfung',
      explanation: 'Die Bank der zahlenden Person prüft Ihre Antwort auf die Anfechtung.',
    },
    dispute_lost: {
      label: 'Anfechtung verloren',
      explanation: 'Die Anfechtung ging verloren. Die zahlende Person hat das Geld zurückbekommen.',
    },
  },
  sessionWithPayment: '{session} · {payment}',
  attempt: {
    unreserved: {
      label: 'Nicht begonnen',
      explanation: 'Der Versuch wurde noch nicht reserviert.',
    },
    reserved: {
      label: 'Reserviert',
      explanation:
        'Das Objekt beim Anbieter kann mit den Schlüsseln der Reservierung erstellt werden.',
    },
    attached: {
      label: 'Verknüpft',
      explanation:
        'Das Objekt des Anbieters ist verknüpft. Sein Betrag ist für diesen Warenkorb noch nicht bestätigt.',
    },
    confirmed: {
      label: 'Bestätigt',
      explanation:
        'Der Betrag beim Anbieter stimmt mit dem Warenkorb überein. Es kann bezahlt werden.',
    },
    action_required: {
      label: 'Authentifizierung nötig',
      explanation: 'Die Bank der zahlenden Person verlangt eine Authentifizierung.',
    },
    processing: {
      label: 'In Bearbeitung',
      explanation: 'Der Anbieter hat die Zahlung angenommen, aber noch nicht abgeschlossen.',
    },
    unknown: {
      label: 'Unbekannt',
      explanation: 'Das Ergebnis ist nicht bekannt. Parley fragt beim Anbieter nach.',
    },
    succeeded: { label: 'Erfolgreich', explanation: 'Die Zahlung ist geprüft.' },
    integrity_failed: {
      label: 'Abweichung',
      explanation: 'Die Zahlung stimmt nicht mit dem angeforderten Betrag überein.',
    },
    failed: {
      label: 'Fehlgeschlagen',
      explanation: 'Die Zahlung ist fehlgeschlagen. Es wurde nichts eingezogen.',
    },
    canceled: {
      label: 'Abgebrochen',
      explanation: 'Der Versuch wurde beim Anbieter abgebrochen. Es wurde nichts eingezogen.',
    },
    expired: {
      label: 'Abgelaufen',
      explanation: 'Der Versuch ist beim Anbieter abgelaufen. Es wurde nichts eingezogen.',
    },
    superseded: { label: 'Ersetzt', explanation: 'Ein anderer Versuch hat ihn ersetzt.' },
  },
  nextStep: {
    prepare_provider: 'Zahlung vorbereiten',
    attach_provider_object: 'Objekt verknüpfen',
    confirm_provider_cart: 'Betrag bestätigen',
    present_checkout: 'Zahlungslink senden',
    await_payer: 'Auf Zahlung warten',
    await_provider: 'Auf Anbieter warten',
    supersede_attempt: 'Versuch ersetzen',
    provision: 'Bereitstellung melden',
    resolve_conflict: 'Konflikt lösen',
    respond_to_dispute: 'Der Bank antworten',
    none: 'Keiner',
  },
  dispute: {
    needs_response: 'Antwort nötig',
    under_review: 'In Prüfung',
    won: 'Gewonnen',
    lost: 'Verloren',
    prevented: 'Abgewendet',
    warning_needs_response: 'Rückfrage, Antwort nötig',
    warning_under_review: 'Rückfrage, in Prüfung',
    warning_closed: 'Rückfrage, abgeschlossen',
  },
  apiKey: {
    active: { label: 'Aktiv', explanation: 'Die API akzeptiert den Schlüssel.' },
    rolled: {
      label: 'Erneuert',
      explanation: 'Der Schlüssel hat einen Nachfolger. Die API akzeptiert ihn, bis er abläuft.',
    },
    expired: { label: 'Abgelaufen', explanation: 'Die API weist den Schlüssel ab.' },
    revoked: { label: 'Widerrufen', explanation: 'Die API weist den Schlüssel ab.' },
  },
  providerConfig: {
    inactive: {
      label: 'Inaktiv',
      explanation: 'Es war noch nie aktiv und nimmt keine Zahlungen an.',
    },
    active: { label: 'Aktiv', explanation: 'Es nimmt jede neue Zahlung an.' },
    retired: {
      label: 'Stillgelegt',
      explanation:
        'Es nimmt keine neuen Zahlungen an. Begonnene Zahlungen schließt es ab, samt ihren Erstattungen.',
    },
  },
  subscription: {
    active: { label: 'Aktiv', explanation: 'Das Abonnement ist bezahlt.' },
    trialing: {
      label: 'Testzeitraum',
      explanation: 'Bis zum Ende des Testzeitraums ist nichts fällig.',
    },
    past_due: {
      label: 'Überfällig',
      explanation:
        'Die letzte Rechnung wurde nicht bezahlt. Der Anbieter wird die Zahlung erneut versuchen.',
    },
    unpaid: {
      label: 'Unbezahlt',
      explanation: 'Rechnungen sind unbezahlt, und der Anbieter versucht es nicht mehr.',
    },
    incomplete: {
      label: 'Unvollständig',
      explanation: 'Die erste Zahlung ist noch nicht abgeschlossen.',
    },
    incomplete_expired: {
      label: 'Verfallen',
      explanation: 'Die erste Zahlung wurde nicht rechtzeitig abgeschlossen.',
    },
    paused: {
      label: 'Pausiert',
      explanation:
        'Der Testzeitraum endete ohne Zahlungsmittel. Hinterlegen Sie eines, um fortzufahren.',
    },
    canceled: {
      label: 'Gekündigt',
      explanation: 'Das Abonnement ist beendet. Es wird nichts mehr eingezogen.',
    },
  },
  configuration: {
    supported: {
      label: 'Unterstützt',
      explanation: 'Parley unterstützt alle Positionen des Abonnements.',
    },
    action_required: {
      label: 'Handlungsbedarf',
      explanation: 'Parley unterstützt diese Konfiguration nicht. Ändern Sie sie beim Anbieter.',
    },
    unknown: {
      label: 'Noch nicht abgerufen',
      explanation:
        'Die Positionen wurden noch nicht vom Anbieter abgerufen. Parley ruft sie mit dem nächsten Ereignis des Abonnements ab.',
    },
  },
  configurationReason: {
    no_items:
      'Das Abonnement hat keine Positionen. Parley unterstützt 1 bis 500: Fügen Sie beim Anbieter mindestens eine hinzu.',
    too_many_items:
      'Das Abonnement hat mehr als 500 Positionen; die ersten 500 werden angezeigt. Parley unterstützt 1 bis 500: Entfernen Sie beim Anbieter Positionen oder verteilen Sie sie auf mehrere Abonnements.',
    mixed_currencies:
      'Die Preise der Positionen lauten auf mehr als eine Währung. Parley unterstützt eine: Ersetzen Sie beim Anbieter die Preise in den anderen Währungen.',
    invalid_item:
      'Mindestens eine Position wird nicht unterstützt und fehlt unten bei den Positionen. Jede braucht einen wiederkehrenden Preis pro Tag, Woche, Monat oder Jahr und eine ganzzahlige Menge ab 1. Ändern oder entfernen Sie diese Position beim Anbieter.',
  },
  endpoint: {
    active: { label: 'Aktiv', explanation: 'Der Endpunkt erhält alle abonnierten Ereignisse.' },
    failing: {
      label: 'Gestört',
      explanation: 'Alle letzten Anfragen sind fehlgeschlagen. Parley versucht es weiter.',
    },
    gone: {
      label: 'Angehalten',
      explanation:
        'Der Endpunkt hat mit 410 Gone geantwortet, deshalb hat Parley ihn deaktiviert. Seine Zustellungen werden zurückgehalten.',
    },
    deactivated: {
      label: 'Angehalten',
      explanation:
        '120 Stunden lang ist jede Anfrage fehlgeschlagen, deshalb hat Parley den Endpunkt deaktiviert. Seine Zustellungen werden zurückgehalten.',
    },
    inactive: {
      label: 'Inaktiv',
      explanation:
        'Der Endpunkt wurde im Dashboard oder über die API deaktiviert und erhält keine Ereignisse.',
    },
    archived: {
      label: 'Archiviert',
      explanation:
        'Der Endpunkt ist archiviert und erhält keine Ereignisse. Das lässt sich nicht rückgängig machen.',
    },
  },
  delivery: {
    waiting: { label: 'Ausstehend', explanation: 'Der erste Versuch steht aus.' },
    retrying: {
      label: 'Wird wiederholt',
      explanation: 'Alle bisherigen Versuche sind fehlgeschlagen. Es folgt ein weiterer.',
    },
    held: {
      label: 'Zurückgehalten',
      explanation: 'Der Endpunkt ist inaktiv. Aktivieren Sie ihn, um das Ereignis zu senden.',
    },
    succeeded: { label: 'Zugestellt', explanation: 'Der Endpunkt hat das Ereignis angenommen.' },
    failed: {
      label: 'Fehlgeschlagen',
      explanation:
        'Alle Versuche sind fehlgeschlagen. Senden Sie das Ereignis erneut, um es noch einmal zu versuchen.',
    },
    canceled: {
      label: 'Abgebrochen',
      explanation: 'Der Endpunkt wurde vor der Zustellung archiviert.',
    },
  },
  providerEvent: {
    waiting: { label: 'Ausstehend', explanation: 'Parley wird das Ereignis gleich anwenden.' },
    applied: { label: 'Angewendet', explanation: 'Parley hat das Ereignis angewendet.' },
    ignored: {
      label: 'Ignoriert',
      explanation: 'Das Ereignis ändert nichts, was Parley speichert.',
    },
    failed: {
      label: 'Fehlgeschlagen',
      explanation:
        'Zehn Versuche, das Ereignis anzuwenden, sind fehlgeschlagen. Versuchen Sie es manuell erneut.',
    },
    parked: {
      label: 'Geparkt',
      explanation:
        'Das Ereignis passt noch zu keinem Versuch. Parley versucht es erneut, wenn ein Objekt verknüpft wird.',
    },
  },
  unknown: 'Dieser Status ist nicht dokumentiert.',
  unknownReason: 'Grund: {reason}.',
};
