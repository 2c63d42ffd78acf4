import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `Paga ${merchant}`,
  language: 'Lingua',
  close: 'Chiudi',
  testMode: 'Modalità di prova: nessun addebito reale',
  itemsLabel: 'Il suo ordine',
  quantity: (count) => `${count} ×`,
  unitPrice: (count, amount) => `${count} × ${amount}`,
  pieces: (count) => `Quantità: ${count}`,
  moreItems: (count) => `Altri articoli: ${count}`,
  total: 'Totale',
  dueToday: 'Da pagare oggi',
  per: {
    day: (charge) => `${charge} al giorno`,
    week: (charge) => `${charge} a settimana`,
    month: (charge) => `${charge} al mese`,
    year: (charge) => `${charge} all’anno`,
  },
  every: {
    day: (charge, span) => `${charge} ogni ${span}`,
    week: (charge, span) => `${charge} ogni ${span}`,
    month: (charge, span) => `${charge} ogni ${span}`,
    year: (charge, span) => `${charge} ogni ${span}`,
  },
  thenCharges: (charges) => `Poi ${charges}, fino all’annullamento.`,
  freeDays: (days, charges) => `Gratis per ${days}, poi ${charges}, fino all’annullamento.`,
  freeUntil: (day, charges) => `Gratis fino al ${day}, poi ${charges}, fino all’annullamento.`,
  email: 'Indirizzo email',
  emailInvalid: 'Inserisca il suo indirizzo email, ad esempio ada@example.com.',
  onProvider: 'Il pagamento avviene sulla pagina del fornitore di pagamenti. Poi tornerà qui.',
  expires: (when) => `Questo link scade ${when}.`,
  cardLabel: 'Dati della carta',
  cardLoading: 'Caricamento del modulo sicuro della carta…',
  pay: (amount) => `Paga ${amount}`,
  paying: (amount) => `Pagamento di ${amount} in corso…`,
  startTrial: 'Inizia la prova gratuita',
  saveCard: 'Salva questa carta',
  saving: 'Salvataggio della carta in corso…',
  continueToPay: (amount) => `Continua per pagare ${amount}`,
  continueToTrial: 'Continua alla prova gratuita',
  continuing: 'Apertura della pagina di pagamento…',
  openPaymentPage: 'Apri la pagina di pagamento',
  continueToBank: 'Continua alla sua banca',
  chooseAnother: 'Scegli un altro metodo di pagamento',
  backTo: (merchant) => `Torna a ${merchant}`,
  leaving: (merchant, when) => `Ritorno a ${merchant} ${when}.`,
  stay: 'Resta su questa pagina',
  tryAgain: 'Riprova',
  tryAgainLater: (when) => `Riprova ${when}`,
  checkAgain: 'Controlla di nuovo',
  contact: (merchant) => `Contatta ${merchant}:`,
  helpPage: 'Pagina di assistenza',
  termsLink: 'Termini e condizioni',
  privacyLink: 'Informativa sulla privacy',
  reference: (id) => `Riferimento: ${id}`,
  noScript:
    'Non è stato addebitato alcun importo. Il modulo della carta richiede JavaScript. Lo consenta per questa pagina, poi la ricarichi.',
  security: 'I dati della carta vengono inviati direttamente al fornitore di pagamenti.',

  states: {
    paid: {
      heading: (amount) => `Ha pagato ${amount}.`,
      text: (merchant) => `${merchant} ha ricevuto la notifica. Può chiudere questa pagina.`,
    },
    nothingDue: {
      heading: () => 'Non è stato addebitato alcun importo. Al momento non c’è nulla da pagare.',
      text: (merchant) => `${merchant} ha ricevuto la notifica. Può chiudere questa pagina.`,
    },
    trialBegun: {
      heading: () => 'Non è stato addebitato alcun importo. La prova gratuita è iniziata.',
      text: (merchant) => `${merchant} ha ricevuto la notifica. Può chiudere questa pagina.`,
    },
    unfulfilled: {
      heading: (amount) => `Ha pagato ${amount}, ma non è stato possibile completare l’ordine.`,
      text: (merchant) =>
        `${merchant} ha ricevuto la notifica. Contatti il venditore per un rimborso.`,
    },
    partlyRefunded: {
      text: (refunded) => `Di questo importo sono stati rimborsati ${refunded}.`,
    },
    returned: {
      heading: (amount) => `Il Suo pagamento di ${amount} è stato restituito.`,
    },
    disputed: {
      heading: (amount) => `Il Suo pagamento di ${amount} è contestato.`,
      text: () => 'La Sua banca sta esaminando la contestazione.',
    },
    processing: {
      heading: () => 'Il pagamento è in fase di elaborazione.',
      text: () => 'Questa pagina si aggiorna automaticamente. Non paghi di nuovo.',
      later: (merchant) =>
        `A seconda del metodo di pagamento, possono essere necessari diversi giorni. Non paghi di nuovo. Può chiudere questa pagina. ${merchant} riceverà una notifica al completamento del pagamento.`,
    },
    slow: {
      heading: () => 'Il pagamento è ancora in fase di elaborazione.',
      text: (merchant) =>
        `Sta richiedendo più tempo del solito. Non paghi di nuovo. Può chiudere questa pagina. ${merchant} riceverà una notifica al completamento del pagamento.`,
    },
    unsure: {
      heading: () => 'Non sappiamo ancora se l’importo è stato addebitato.',
      text: () =>
        'La connessione si è interrotta durante il pagamento. Stiamo verificando con il fornitore di pagamenti. Non paghi di nuovo e tenga aperta questa pagina.',
    },
    actionRequired: {
      heading: () =>
        'Non è stato ancora addebitato alcun importo. Confermi il pagamento con la sua banca.',
      text: (amount) => `La sua banca le chiede di confermare il pagamento di ${amount}.`,
    },
    underReview: {
      heading: () => 'Abbiamo ricevuto un pagamento che non corrisponde a questo ordine.',
      text: (merchant) => `${merchant} lo sta verificando. Non paghi di nuovo.`,
    },
    expired: {
      heading: () => 'Non è stato addebitato alcun importo. Questo link di pagamento è scaduto.',
      text: (merchant) => `Chieda a ${merchant} un nuovo link.`,
    },
    canceled: {
      heading: () => 'Non è stato addebitato alcun importo. Questo pagamento è stato annullato.',
      text: (merchant) => `Per acquistare di nuovo, chieda a ${merchant} un nuovo link.`,
    },
    blocked: {
      heading: () => 'Non è stato addebitato alcun importo. Troppi pagamenti sono stati rifiutati.',
    },
    refunding: {
      heading: () => 'Il pagamento è in fase di rimborso. L’ordine è stato annullato.',
      text: (merchant) => `Chieda a ${merchant} quando riceverà il denaro.`,
    },
    waiting: {
      heading: (merchant) =>
        `Non è stato addebitato alcun importo. ${merchant} sta preparando il pagamento.`,
      text: () =>
        'Questa pagina prosegue automaticamente quando il pagamento è pronto. La tenga aperta.',
    },
    notPayable: {
      heading: () => 'Non è stato addebitato alcun importo. Al momento non è possibile pagare.',
      text: (merchant) =>
        `Se il problema persiste, contatti ${merchant}. Questa pagina prosegue automaticamente quando è possibile pagare.`,
    },
    cardMissing: {
      heading: () => 'Non è stato addebitato alcun importo. La prova gratuita è iniziata.',
      text: () => 'Aggiunga una carta per gli addebiti successivi alla prova.',
    },
  },

  challenge: {
    heading: 'Confermi di essere una persona.',
    text: 'Questa verifica blocca i programmi automatizzati. Al termine potrà pagare.',
  },

  receipt: {
    link: 'Mostra la ricevuta',
    title: (merchant) => `Ricevuta di ${merchant}`,
    print: 'Stampa',
    status: 'Stato del pagamento',
    paid: 'Pagato',
    partlyRefunded: 'Rimborsato in parte',
    refunded: 'Rimborsato',
    disputed: 'Contestato',
    reference: 'Riferimento',
    datePaid: 'Data del pagamento',
    item: 'Articolo',
    quantity: 'Quantità',
    amount: 'Importo',
    subtotal: 'Subtotale',
    discount: 'Sconto',
    shipping: 'Spedizione',
    tax: 'Imposte',
    added: 'Imposte, spedizione e sconti',
    note: 'Questa ricevuta conferma il pagamento. Non è una fattura.',
  },

  notices: {
    declined: 'Non è stato addebitato alcun importo. La carta è stata rifiutata.',
    failed: 'Non è stato addebitato alcun importo. Il pagamento non è riuscito.',
    priceChanged: (before, after) =>
      `Non è stato addebitato alcun importo. Il prezzo è cambiato da ${before} a ${after}. Controlli il totale, poi paghi.`,
    priceUpdated:
      'Non è stato addebitato alcun importo. Il prezzo è cambiato. Controlli il totale, poi paghi.',
    cartChanged:
      'Non è stato addebitato alcun importo. L’ordine è cambiato. Lo controlli, poi paghi.',
    notCharged: 'Non è stato addebitato alcun importo. Riprovi tra un momento.',
    offline:
      'Non è stato addebitato alcun importo. Il dispositivo è offline. Si connetta a Internet, poi riprovi.',
    cardFailed: (host) =>
      `Non è stato addebitato alcun importo. Il modulo della carta non è stato caricato. Controlli la connessione e consenta ${host} se è bloccato.`,
    challengeFailed: 'Non è stato addebitato alcun importo. La verifica non è riuscita. Riprovi.',
    challengeNotLoaded: (host) =>
      `Non è stato addebitato alcun importo. La verifica non è stata caricata. Controlli la connessione e consenta ${host} se è bloccato.`,
    providerUnavailable:
      'Non è stato addebitato alcun importo. Il modulo della carta non è disponibile al momento.',
  },

  declines: {
    insufficientFunds: 'La carta non ha fondi sufficienti. Usi un’altra carta.',
    expired: 'La carta è scaduta. Usi un’altra carta.',
    number: 'Il numero della carta non è corretto. Lo controlli, poi riprovi.',
    expiry: 'La data di scadenza non è corretta. La controlli, poi riprovi.',
    cvc: 'Il codice di sicurezza non è corretto. Lo controlli, poi riprovi.',
    postcode: 'L’indirizzo non corrisponde alla carta. Lo controlli, poi riprovi.',
    limit: 'La carta ha raggiunto il limite di spesa. Usi un’altra carta o riprovi più tardi.',
    unsupported: 'La carta non consente questo tipo di pagamento. Usi un’altra carta.',
    currency: 'La carta non consente questa valuta. Usi un’altra carta.',
    authentication:
      'La sua banca non ha potuto verificare la sua identità. Riprovi o usi un’altra carta.',
    callBank: 'La sua banca non ha indicato il motivo. Contatti la sua banca o usi un’altra carta.',
    tryLater:
      'Il circuito della carta non ha potuto elaborare il pagamento. Riprovi tra un momento.',
    duplicate: 'Lo stesso pagamento è stato effettuato poco fa. Lo controlli prima di riprovare.',
    testCard: 'Questo pagamento è una prova. Usi una carta di prova come 4242 4242 4242 4242.',
    pin: 'Il PIN non è corretto o è stato inserito troppe volte. Usi un’altra carta.',
    other: 'Usi un’altra carta o contatti la sua banca.',
  },

  notFound: {
    heading:
      'L’apertura di questa pagina non ha comportato alcun addebito. Questo link non porta a nessun pagamento.',
    text: 'Controlli che il link sia completo o ne chieda uno nuovo al mittente. Se ha già pagato, non paghi di nuovo.',
  },
  unavailable: {
    heading:
      'L’apertura di questa pagina non ha comportato alcun addebito. Al momento non è disponibile.',
    text: 'Riprovi tra un momento. Se ha già pagato, non paghi di nuovo: questa pagina mostrerà il suo pagamento.',
  },
  root: {
    heading: 'Pagamento con Parley',
    text: 'Per pagare, apra il link che le ha inviato il venditore.',
  },
};
