import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `Zahlung an ${merchant}`,
  language: 'Sprache',
  close: 'Schließen',
  testMode: 'Testmodus: kein echtes Geld',
  itemsLabel: 'Ihre Bestellung',
  quantity: (count) => `${count} ×`,
  unitPrice: (count, amount) => `${count} × ${amount}`,
  pieces: (count) => `Menge: ${count}`,
  moreItems: (count) => `Weitere Artikel: ${count}`,
  total: 'Gesamtbetrag',
  dueToday: 'Heute fällig',
  per: {
    day: (charge) => `${charge} pro Tag`,
    week: (charge) => `${charge} pro Woche`,
    month: (charge) => `${charge} pro Monat`,
    year: (charge) => `${charge} pro Jahr`,
  },
  every: {
    day: (charge, span) => `${charge} alle ${span}`,
    week: (charge, span) => `${charge} alle ${span}`,
    month: (charge, span) => `${charge} alle ${span}`,
    year: (charge, span) => `${charge} alle ${span}`,
  },
  thenCharges: (charges) => `Danach ${charges}, bis zur Kündigung.`,
  freeDays: (days, charges) => `${days} kostenlos, danach ${charges}, bis zur Kündigung.`,
  freeUntil: (day, charges) => `Bis ${day} kostenlos, danach ${charges}, bis zur Kündigung.`,
  email: 'E-Mail-Adresse',
  emailInvalid: 'Geben Sie Ihre E-Mail-Adresse ein, zum Beispiel ada@example.com.',
  onProvider:
    'Sie bezahlen auf der Seite des Zahlungsdienstleisters und kehren danach hierher zurück.',
  expires: (when) => `Dieser Link läuft ${when} ab.`,
  cardLabel: 'Kartendaten',
  cardLoading: 'Das sichere Kartenformular wird geladen …',
  pay: (amount) => `${amount} bezahlen`,
  paying: (amount) => `${amount} werden bezahlt …`,
  startTrial: 'Kostenlos testen',
  saveCard: 'Diese Karte speichern',
  saving: 'Ihre Karte wird gespeichert …',
  continueToPay: (amount) => `Weiter zur Zahlung von ${amount}`,
  continueToTrial: 'Weiter zur kostenlosen Testphase',
  continuing: 'Die Zahlungsseite wird geöffnet …',
  openPaymentPage: 'Zahlungsseite öffnen',
  continueToBank: 'Weiter zu Ihrer Bank',
  chooseAnother: 'Andere Zahlungsart wählen',
  backTo: (merchant) => `Zurück zu ${merchant}`,
  leaving: (merchant, when) => `Weiterleitung zu ${merchant} ${when}.`,
  stay: 'Auf dieser Seite bleiben',
  tryAgain: 'Erneut versuchen',
  tryAgainLater: (when) => `Erneut versuchen ${when}`,
  checkAgain: 'Erneut prüfen',
  contact: (merchant) => `Kontakt zu ${merchant}:`,
  helpPage: 'Hilfeseite',
  termsLink: 'AGB',
  privacyLink: 'Datenschutzerklärung',
  reference: (id) => `Referenz: ${id}`,
  noScript:
    'Es wurde nichts abgebucht. Das Kartenformular benötigt JavaScript. Erlauben Sie es für diese Seite und laden Sie sie neu.',
  security: 'Ihre Kartendaten gehen direkt an den Zahlungsdienstleister.',

  states: {
    paid: {
      heading: (amount) => `Sie haben ${amount} bezahlt.`,
      text: (merchant) => `${merchant} wurde benachrichtigt. Sie können diese Seite schließen.`,
    },
    nothingDue: {
      heading: () => 'Es wurde nichts abgebucht. Derzeit ist nichts zu bezahlen.',
      text: (merchant) => `${merchant} wurde benachrichtigt. Sie können diese Seite schließen.`,
    },
    trialBegun: {
      heading: () => 'Es wurde nichts abgebucht. Ihre kostenlose Testphase hat begonnen.',
      text: (merchant) => `${merchant} wurde benachrichtigt. Sie können diese Seite schließen.`,
    },
    unfulfilled: {
      heading: (amount) =>
        `Sie haben ${amount} bezahlt, aber Ihre Bestellung konnte nicht abgeschlossen werden.`,
      text: (merchant) =>
        `${merchant} wurde benachrichtigt. Wenden Sie sich wegen einer Erstattung an ${merchant}.`,
    },
    partlyRefunded: {
      text: (refunded) => `Davon wurden ${refunded} erstattet.`,
    },
    returned: {
      heading: (amount) => `Ihre Zahlung von ${amount} wurde zurückgezahlt.`,
    },
    disputed: {
      heading: (amount) => `Ihre Zahlung von ${amount} ist angefochten.`,
      text: () => 'Ihre Bank prüft die Anfechtung.',
    },
    processing: {
      heading: () => 'Ihre Zahlung wird verarbeitet.',
      text: () => 'Diese Seite aktualisiert sich automatisch. Bezahlen Sie nicht noch einmal.',
      later: (merchant) =>
        `Je nach Zahlungsart kann das mehrere Tage dauern. Bezahlen Sie nicht noch einmal. Sie können diese Seite schließen. ${merchant} wird benachrichtigt, sobald die Zahlung abgeschlossen ist.`,
    },
    slow: {
      heading: () => 'Ihre Zahlung wird noch verarbeitet.',
      text: (merchant) =>
        `Das dauert länger als üblich. Bezahlen Sie nicht noch einmal. Sie können diese Seite schließen. ${merchant} wird benachrichtigt, sobald die Zahlung abgeschlossen ist.`,
    },
    unsure: {
      heading: () => 'Wir wissen noch nicht, ob der Betrag abgebucht wurde.',
      text: () =>
        'Die Verbindung wurde während der Zahlung unterbrochen. Wir fragen beim Zahlungsdienstleister nach. Bezahlen Sie nicht noch einmal und lassen Sie diese Seite geöffnet.',
    },
    actionRequired: {
      heading: () => 'Es wurde noch nichts abgebucht. Bestätigen Sie die Zahlung bei Ihrer Bank.',
      text: (amount) => `Ihre Bank bittet Sie, die Zahlung von ${amount} zu bestätigen.`,
    },
    underReview: {
      heading: () => 'Wir haben eine Zahlung erhalten, die nicht zu dieser Bestellung passt.',
      text: (merchant) => `${merchant} prüft sie. Bezahlen Sie nicht noch einmal.`,
    },
    expired: {
      heading: () => 'Es wurde nichts abgebucht. Dieser Zahlungslink ist abgelaufen.',
      text: (merchant) => `Bitten Sie ${merchant} um einen neuen Link.`,
    },
    canceled: {
      heading: () => 'Es wurde nichts abgebucht. Diese Zahlung wurde storniert.',
      text: (merchant) =>
        `Wenn Sie erneut kaufen möchten, bitten Sie ${merchant} um einen neuen Link.`,
    },
    blocked: {
      heading: () => 'Es wurde nichts abgebucht. Zu viele Zahlungen wurden abgelehnt.',
    },
    refunding: {
      heading: () => 'Ihre Zahlung wird erstattet. Die Bestellung wurde storniert.',
      text: (merchant) => `Fragen Sie ${merchant}, wann Sie das Geld erhalten.`,
    },
    waiting: {
      heading: (merchant) => `Es wurde nichts abgebucht. ${merchant} bereitet Ihre Zahlung vor.`,
      text: () =>
        'Sobald die Zahlung bereit ist, geht es hier automatisch weiter. Lassen Sie diese Seite geöffnet.',
    },
    notPayable: {
      heading: () => 'Es wurde nichts abgebucht. Eine Zahlung ist derzeit nicht möglich.',
      text: (merchant) =>
        `Wenden Sie sich an ${merchant}, wenn das so bleibt. Sobald eine Zahlung möglich ist, geht es hier automatisch weiter.`,
    },
    cardMissing: {
      heading: () => 'Es wurde nichts abgebucht. Ihre kostenlose Testphase hat begonnen.',
      text: () => 'Hinterlegen Sie eine Karte für die Zahlungen nach der Testphase.',
    },
  },

  challenge: {
    heading: 'Bestätigen Sie, dass Sie ein Mensch sind.',
    text: 'Diese Prüfung schützt vor automatisierten Zahlungsversuchen. Danach können Sie bezahlen.',
  },

  receipt: {
    link: 'Zahlungsbeleg anzeigen',
    title: (merchant) => `Zahlungsbeleg von ${merchant}`,
    print: 'Drucken',
    status: 'Zahlungsstatus',
    paid: 'Bezahlt',
    partlyRefunded: 'Teilweise erstattet',
    refunded: 'Erstattet',
    disputed: 'Angefochten',
    reference: 'Referenz',
    datePaid: 'Zahlungsdatum',
    item: 'Artikel',
    quantity: 'Menge',
    amount: 'Betrag',
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    shipping: 'Versand',
    tax: 'Steuern',
    added: 'Steuern, Versand und Rabatte',
    note: 'Dieser Beleg bestätigt Ihre Zahlung. Er ist keine Rechnung.',
  },

  notices: {
    declined: 'Es wurde nichts abgebucht. Ihre Karte wurde abgelehnt.',
    failed: 'Es wurde nichts abgebucht. Die Zahlung ist fehlgeschlagen.',
    priceChanged: (before, after) =>
      `Es wurde nichts abgebucht. Der Preis hat sich von ${before} auf ${after} geändert. Prüfen Sie den Gesamtbetrag und bezahlen Sie dann.`,
    priceUpdated:
      'Es wurde nichts abgebucht. Der Preis hat sich geändert. Prüfen Sie den Gesamtbetrag und bezahlen Sie dann.',
    cartChanged:
      'Es wurde nichts abgebucht. Die Bestellung hat sich geändert. Prüfen Sie sie und bezahlen Sie dann.',
    notCharged: 'Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',
    offline:
      'Es wurde nichts abgebucht. Sie sind offline. Stellen Sie eine Verbindung her und versuchen Sie es erneut.',
    cardFailed: (host) =>
      `Es wurde nichts abgebucht. Das Kartenformular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und erlauben Sie ${host}, falls diese Adresse blockiert ist.`,
    challengeFailed:
      'Es wurde nichts abgebucht. Die Prüfung ist fehlgeschlagen. Versuchen Sie es erneut.',
    challengeNotLoaded: (host) =>
      `Es wurde nichts abgebucht. Die Prüfung konnte nicht geladen werden. Kontrollieren Sie Ihre Verbindung und erlauben Sie ${host}, falls diese Adresse blockiert ist.`,
    providerUnavailable:
      'Es wurde nichts abgebucht. Das Kartenformular ist derzeit nicht verfügbar.',
  },

  declines: {
    insufficientFunds: 'Die Karte ist nicht ausreichend gedeckt. Verwenden Sie eine andere Karte.',
    expired: 'Die Karte ist abgelaufen. Verwenden Sie eine andere Karte.',
    number: 'Die Kartennummer ist falsch. Prüfen Sie sie und versuchen Sie es erneut.',
    expiry: 'Das Ablaufdatum ist falsch. Prüfen Sie es und versuchen Sie es erneut.',
    cvc: 'Der Sicherheitscode ist falsch. Prüfen Sie ihn und versuchen Sie es erneut.',
    postcode:
      'Die Adresse stimmt nicht mit der Karte überein. Prüfen Sie sie und versuchen Sie es erneut.',
    limit:
      'Das Limit der Karte ist erreicht. Verwenden Sie eine andere Karte oder versuchen Sie es später erneut.',
    unsupported:
      'Die Karte ist für diese Art von Zahlung nicht zugelassen. Verwenden Sie eine andere Karte.',
    currency: 'Die Karte ist für diese Währung nicht zugelassen. Verwenden Sie eine andere Karte.',
    authentication:
      'Ihre Bank konnte Ihre Identität nicht bestätigen. Versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
    callBank:
      'Ihre Bank hat keinen Grund genannt. Wenden Sie sich an Ihre Bank oder verwenden Sie eine andere Karte.',
    tryLater:
      'Das Kartennetzwerk konnte die Zahlung nicht verarbeiten. Versuchen Sie es gleich noch einmal.',
    duplicate:
      'Dieselbe Zahlung wurde gerade schon ausgeführt. Prüfen Sie sie, bevor Sie es erneut versuchen.',
    testCard: 'Dies ist eine Testzahlung. Verwenden Sie eine Testkarte wie 4242 4242 4242 4242.',
    pin: 'Die PIN ist falsch oder wurde zu oft eingegeben. Verwenden Sie eine andere Karte.',
    other: 'Verwenden Sie eine andere Karte oder wenden Sie sich an Ihre Bank.',
  },

  notFound: {
    heading:
      'Durch das Öffnen dieser Seite wurde nichts abgebucht. Dieser Link führt zu keiner Zahlung.',
    text: 'Prüfen Sie, ob der Link vollständig ist, oder bitten Sie den Absender um einen neuen. Wenn Sie bereits bezahlt haben, bezahlen Sie nicht erneut.',
  },
  unavailable: {
    heading:
      'Durch das Öffnen dieser Seite wurde nichts abgebucht. Sie ist derzeit nicht verfügbar.',
    text: 'Versuchen Sie es gleich noch einmal. Wenn Sie bereits bezahlt haben, bezahlen Sie nicht erneut: Diese Seite wird Ihre Zahlung anzeigen.',
  },
  root: {
    heading: 'Bezahlen mit Parley',
    text: 'Öffnen Sie zum Bezahlen den Link, den Sie vom Händler erhalten haben.',
  },
};
