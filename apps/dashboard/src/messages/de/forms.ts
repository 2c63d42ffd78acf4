import type { forms as en } from '../en/forms.ts';
import type { Translation } from '../translator.ts';

export const forms: Translation<typeof en> = {
  leave: 'Seite verlassen, ohne zu speichern? Ihre Änderungen gehen verloren.',
  close: 'Schließen, ohne zu speichern? Ihre Eingaben gehen verloren.',
  noResponse:
    'Das Dashboard antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  fieldError: '{field}: <error></error>',
  retryLater: 'Versuchen Sie es gleich noch einmal.',
  newSecret: {
    notice: {
      key: '<strong>Kopieren Sie den neuen Schlüssel jetzt.</strong> Er wird nicht noch einmal angezeigt.',
      secret:
        '<strong>Kopieren Sie den neuen Signaturschlüssel jetzt.</strong> Er wird nicht noch einmal angezeigt.',
    },
    copy: { key: 'Schlüssel kopieren', secret: 'Signaturschlüssel kopieren' },
    copied: 'Kopiert.',
    blocked: {
      key: 'Der Browser hat das Kopieren blockiert. Markieren Sie den Schlüssel und kopieren Sie ihn selbst.',
      secret:
        'Der Browser hat das Kopieren blockiert. Markieren Sie den Signaturschlüssel und kopieren Sie ihn selbst.',
    },
    saved: 'Ich habe ihn gespeichert',
    leave: {
      key: 'Seite verlassen, ohne den Schlüssel zu speichern? Er wird nicht noch einmal angezeigt.',
      secret:
        'Seite verlassen, ohne den Signaturschlüssel zu speichern? Er wird nicht noch einmal angezeigt.',
    },
  },
  overlap: {
    legend: {
      key: 'Der bisherige Schlüssel läuft ab',
      secret: 'Der bisherige Signaturschlüssel läuft ab',
      signingSecret: 'Der bisherige Signaturschlüssel läuft ab',
    },
    day: 'In 24 Stunden',
    week: 'In 7 Tagen',
    now: 'Sofort',
    chosen: 'Zu einem Zeitpunkt Ihrer Wahl',
    until: 'Zeitpunkt',
    untilHint: 'In der Zeitzone {zone}.',
    untilHintWithLimit: 'In der Zeitzone {zone}, höchstens {days, number} Tage im Voraus.',
    untilError: 'Wählen Sie einen Zeitpunkt in der Zukunft.',
    untilErrorWithLimit: 'Wählen Sie einen Zeitpunkt innerhalb der nächsten {days, number} Tage.',
    dayHint: {
      key: 'Lässt Zeit, den neuen Schlüssel einzusetzen.',
      secret: 'Lässt Zeit, den neuen Signaturschlüssel einzusetzen.',
      signingSecret: 'Lässt Zeit, den neuen Signaturschlüssel einzusetzen.',
    },
    weekHint: 'Für mehrere Systeme, die getrennt aktualisiert werden.',
    nowHint: {
      key: 'Für einen Schlüssel, der bekannt geworden ist oder nicht verwendet wird.',
      secret: 'Für einen Signaturschlüssel, der bekannt geworden ist oder nicht verwendet wird.',
      signingSecret:
        'Für einen Signaturschlüssel, der bekannt geworden ist oder nicht verwendet wird.',
    },
  },
};
