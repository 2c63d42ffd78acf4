import type { settings as en } from '../en/settings.ts';
import type { Translation } from '../translator.ts';

export const settings: Translation<typeof en> = {
  title: 'Einstellungen',
  lead: 'Was zahlende Personen von diesem Händler sehen und was neue Sitzungen standardmäßig verwenden, im Testmodus und im Livemodus.',
  loading: 'Einstellungen werden geladen …',
  readOnly: 'Nur Inhaber und Administratoren können diese Einstellungen ändern.',
  save: 'Einstellungen speichern',
  saved:
    'Die Einstellungen wurden gespeichert. Sie gelten ab sofort für Zahlungsseiten und neue Sitzungen.',
  conflict:
    'Jemand anderes hat diese Einstellungen gespeichert, nachdem Sie die Seite geöffnet haben. Ihre wurden daher nicht gespeichert. Kopieren Sie Ihre Änderungen, laden Sie die Seite neu und geben Sie sie erneut ein.',
  field: {
    name: 'Anzeigename',
    logo: 'Logo',
    accent_color: 'Farbe der Schaltfläche',
    corner_radius: 'Ecken',
    success_text: 'Text nach der Zahlung',
    support_email: 'Support-E-Mail',
    support_phone: 'Support-Telefon',
    support_url: 'Hilfeseite',
    terms_url: 'AGB',
    privacy_url: 'Datenschutzerklärung',
    default_payer_destination_url: 'Standardziel',
    default_lifetime_seconds: 'Standardgültigkeit',
    email_receipts: 'Zahlungsbelege per E-Mail',
    embedding_origins: 'Websites für die Einbettung',
  },
  hint: {
    name: 'Er steht auf der Zahlungsseite und in ihrem Titel.',
    logo: 'PNG, JPEG oder WebP, höchstens 256 KiB. Das Logo wird 40 Pixel hoch angezeigt.',
    accentColor:
      'Sechs Hexadezimalziffern, zum Beispiel #0b616d. Der Text darauf ist schwarz oder weiß, je nachdem, was besser lesbar ist.',
    successText:
      'Reiner Text unter „Sie haben bezahlt“ und auf dem Beleg, zum Beispiel zum Versand. Höchstens {max} Zeichen, in der Sprache der zahlenden Personen.',
    supportUrl: 'Diese Kontakte und Links stehen am Ende der Zahlungsseite.',
    destination: 'Ziel nach der Zahlung, wenn eine Sitzung keine payer_destination_url hat.',
    lifetime: 'Wie lange bezahlt werden kann, wenn eine Sitzung kein expires_at hat.',
    emailReceipts:
      'An payer_contact.email neuer Sitzungen, sobald sie bezahlt sind, in der Sprache der Zahlungsseite. Nur im Livemodus. Parley fordert dann keinen Beleg beim Zahlungsanbieter an.',
    embeddingOrigins:
      'Die Websites, die die Zahlungsseite in einem Frame anzeigen dürfen, eine pro Zeile, zum Beispiel https://shop.example. Ohne Eintrag darf es keine.',
  },
  group: {
    payerPage: 'Zahlungsseite',
    contact: 'Kontakt und Bedingungen',
    newSessions: 'Neue Sitzungen',
    receipts: 'Zahlungsbelege',
    embedding: 'Einbettung',
  },
  corners: {
    default: 'Standard: 6 Pixel',
    square: 'Eckig',
    pixels: '{pixels} Pixel',
  },
  color: { pick: 'Farbe der Schaltfläche auswählen' },
  logo: {
    tooLarge: 'Wählen Sie ein Bild mit höchstens 256 KiB aus.',
    remove: 'Aktuelles Logo entfernen',
  },
  lifetime: {
    default: 'Standard: 24 Stunden',
    seconds: '{count} Sekunden',
    minutes: '{count, number} Minuten',
    hours: '{count, plural, one {# Stunde} other {# Stunden}}',
    days: '{count, number} Tage',
  },
  preview: {
    title: 'Vorschau der Zahlungsseite',
    logo: 'Ihr Logo',
    total: 'Gesamtbetrag',
    pay: '{amount} bezahlen',
    afterPayment: 'Nach der Zahlung und auf dem Beleg:',
    contact: 'Kontakt zu {name}: {contacts}',
  },
};
