import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `Betaling aan ${merchant}`,
  language: 'Taal',
  close: 'Sluiten',
  testMode: 'Testmodus: geen echt geld',
  itemsLabel: 'Uw bestelling',
  quantity: (count) => `${count} ×`,
  unitPrice: (count, amount) => `${count} × ${amount}`,
  pieces: (count) => `Aantal: ${count}`,
  moreItems: (count) => `Overige artikelen: ${count}`,
  total: 'Totaal',
  dueToday: 'Vandaag te betalen',
  per: {
    day: (charge) => `${charge} per dag`,
    week: (charge) => `${charge} per week`,
    month: (charge) => `${charge} per maand`,
    year: (charge) => `${charge} per jaar`,
  },
  every: {
    day: (charge, span) => `${charge} elke ${span}`,
    week: (charge, span) => `${charge} elke ${span}`,
    month: (charge, span) => `${charge} elke ${span}`,
    year: (charge, span) => `${charge} elke ${span}`,
  },
  thenCharges: (charges) => `Daarna ${charges}, tot opzegging.`,
  freeDays: (days, charges) => `${days} gratis, daarna ${charges}, tot opzegging.`,
  freeUntil: (day, charges) => `Gratis tot ${day}, daarna ${charges}, tot opzegging.`,
  email: 'E-mailadres',
  emailInvalid: 'Vul uw e-mailadres in, bijvoorbeeld ada@example.com.',
  onProvider: 'U betaalt op de pagina van de betaaldienst en keert daarna hier terug.',
  expires: (when) => `Deze link verloopt ${when}.`,
  cardLabel: 'Kaartgegevens',
  cardLoading: 'Het beveiligde kaartformulier wordt geladen…',
  pay: (amount) => `${amount} betalen`,
  paying: (amount) => `${amount} wordt betaald…`,
  startTrial: 'Gratis proefperiode starten',
  saveCard: 'Deze kaart opslaan',
  saving: 'Uw kaart wordt opgeslagen…',
  continueToPay: (amount) => `Doorgaan om ${amount} te betalen`,
  continueToTrial: 'Doorgaan naar de gratis proefperiode',
  continuing: 'De betaalpagina wordt geopend…',
  openPaymentPage: 'Betaalpagina openen',
  continueToBank: 'Doorgaan naar uw bank',
  chooseAnother: 'Andere betaalmethode kiezen',
  backTo: (merchant) => `Terug naar ${merchant}`,
  leaving: (merchant, when) => `U keert ${when} terug naar ${merchant}.`,
  stay: 'Op deze pagina blijven',
  tryAgain: 'Opnieuw proberen',
  tryAgainLater: (when) => `Opnieuw proberen ${when}`,
  checkAgain: 'Opnieuw controleren',
  contact: (merchant) => `Contact met ${merchant}:`,
  helpPage: 'Helppagina',
  termsLink: 'Voorwaarden',
  privacyLink: 'Privacybeleid',
  reference: (id) => `Referentie: ${id}`,
  noScript:
    'Er is niets afgeschreven. Het kaartformulier heeft JavaScript nodig. Sta dit toe voor deze pagina en laad de pagina opnieuw.',
  security: 'Uw kaartgegevens gaan rechtstreeks naar de betaaldienst.',

  states: {
    paid: {
      heading: (amount) => `U hebt ${amount} betaald.`,
      text: (merchant) => `${merchant} is op de hoogte gebracht. U kunt deze pagina sluiten.`,
    },
    nothingDue: {
      heading: () => 'Er is niets afgeschreven. U hoeft nu niets te betalen.',
      text: (merchant) => `${merchant} is op de hoogte gebracht. U kunt deze pagina sluiten.`,
    },
    trialBegun: {
      heading: () => 'Er is niets afgeschreven. Uw gratis proefperiode is begonnen.',
      text: (merchant) => `${merchant} is op de hoogte gebracht. U kunt deze pagina sluiten.`,
    },
    unfulfilled: {
      heading: (amount) => `U hebt ${amount} betaald, maar uw bestelling kon niet worden afgerond.`,
      text: (merchant) =>
        `${merchant} is op de hoogte gebracht. Neem contact op over een terugbetaling.`,
    },
    partlyRefunded: {
      text: (refunded) => `Daarvan is ${refunded} terugbetaald.`,
    },
    returned: {
      heading: (amount) => `Uw betaling van ${amount} is teruggestort.`,
    },
    disputed: {
      heading: (amount) => `Uw betaling van ${amount} is betwist.`,
      text: () => 'Uw bank beoordeelt de betwisting.',
    },
    processing: {
      heading: () => 'Uw betaling wordt verwerkt.',
      text: () => 'Deze pagina wordt automatisch bijgewerkt. Betaal niet nog een keer.',
      later: (merchant) =>
        `Afhankelijk van de betaalmethode kan dit enkele dagen duren. Betaal niet nog een keer. U kunt deze pagina sluiten. ${merchant} krijgt bericht zodra de betaling is voltooid.`,
    },
    slow: {
      heading: () => 'Uw betaling wordt nog verwerkt.',
      text: (merchant) =>
        `Dit duurt langer dan normaal. Betaal niet nog een keer. U kunt deze pagina sluiten. ${merchant} krijgt bericht zodra de betaling is voltooid.`,
    },
    unsure: {
      heading: () => 'We weten nog niet of het bedrag is afgeschreven.',
      text: () =>
        'De verbinding is tijdens de betaling verbroken. We controleren de betaling bij de betaaldienst. Betaal niet nog een keer en houd deze pagina open.',
    },
    actionRequired: {
      heading: () => 'Er is nog niets afgeschreven. Bevestig de betaling bij uw bank.',
      text: (amount) => `Uw bank vraagt u de betaling van ${amount} te bevestigen.`,
    },
    underReview: {
      heading: () => 'We hebben een betaling ontvangen die niet bij deze bestelling past.',
      text: (merchant) => `${merchant} controleert de betaling. Betaal niet nog een keer.`,
    },
    expired: {
      heading: () => 'Er is niets afgeschreven. Deze betaallink is verlopen.',
      text: (merchant) => `Vraag ${merchant} om een nieuwe link.`,
    },
    canceled: {
      heading: () => 'Er is niets afgeschreven. Deze betaling is geannuleerd.',
      text: (merchant) => `Wilt u opnieuw kopen? Vraag ${merchant} om een nieuwe link.`,
    },
    blocked: {
      heading: () => 'Er is niets afgeschreven. Er zijn te veel betalingen geweigerd.',
    },
    refunding: {
      heading: () => 'Uw betaling wordt terugbetaald. De bestelling is geannuleerd.',
      text: (merchant) => `Vraag ${merchant} wanneer u het geld ontvangt.`,
    },
    waiting: {
      heading: (merchant) => `Er is niets afgeschreven. ${merchant} bereidt uw betaling voor.`,
      text: () =>
        'Deze pagina gaat automatisch verder als de betaling klaarstaat. Houd de pagina open.',
    },
    notPayable: {
      heading: () => 'Er is niets afgeschreven. Betalen is momenteel niet mogelijk.',
      text: (merchant) =>
        `Neem contact op met ${merchant} als dit zo blijft. Deze pagina gaat automatisch verder zodra betalen mogelijk is.`,
    },
    cardMissing: {
      heading: () => 'Er is niets afgeschreven. Uw gratis proefperiode is begonnen.',
      text: () => 'Voeg een kaart toe voor de betalingen na de proefperiode.',
    },
  },

  challenge: {
    heading: 'Bevestig dat u een mens bent.',
    text: 'Deze controle houdt automatische programma’s tegen. Daarna kunt u betalen.',
  },

  receipt: {
    link: 'Betaalbewijs bekijken',
    title: (merchant) => `Betaalbewijs van ${merchant}`,
    print: 'Afdrukken',
    status: 'Betaalstatus',
    paid: 'Betaald',
    partlyRefunded: 'Gedeeltelijk terugbetaald',
    refunded: 'Terugbetaald',
    disputed: 'Betwist',
    reference: 'Referentie',
    datePaid: 'Betaaldatum',
    item: 'Artikel',
    quantity: 'Aantal',
    amount: 'Bedrag',
    subtotal: 'Subtotaal',
    discount: 'Korting',
    shipping: 'Verzending',
    tax: 'Belasting',
    added: 'Belastingen, verzending en kortingen',
    note: 'Dit bewijs bevestigt uw betaling. Het is geen factuur.',
  },

  notices: {
    declined: 'Er is niets afgeschreven. Uw kaart is geweigerd.',
    failed: 'Er is niets afgeschreven. De betaling is mislukt.',
    priceChanged: (before, after) =>
      `Er is niets afgeschreven. De prijs is gewijzigd van ${before} in ${after}. Controleer het totaal en betaal daarna.`,
    priceUpdated:
      'Er is niets afgeschreven. De prijs is gewijzigd. Controleer het totaal en betaal daarna.',
    cartChanged:
      'Er is niets afgeschreven. De bestelling is gewijzigd. Controleer de bestelling en betaal daarna.',
    notCharged: 'Er is niets afgeschreven. Probeer het zo meteen opnieuw.',
    offline: 'Er is niets afgeschreven. U bent offline. Maak verbinding en probeer het opnieuw.',
    cardFailed: (host) =>
      `Er is niets afgeschreven. Het kaartformulier is niet geladen. Controleer uw verbinding en sta ${host} toe als dit adres is geblokkeerd.`,
    challengeFailed: 'Er is niets afgeschreven. De controle is mislukt. Probeer het opnieuw.',
    challengeNotLoaded: (host) =>
      `Er is niets afgeschreven. De controle is niet geladen. Kijk of u verbinding hebt en sta ${host} toe als dit adres is geblokkeerd.`,
    providerUnavailable:
      'Er is niets afgeschreven. Het kaartformulier is momenteel niet beschikbaar.',
  },

  declines: {
    insufficientFunds: 'Het saldo van de kaart is ontoereikend. Gebruik een andere kaart.',
    expired: 'De kaart is verlopen. Gebruik een andere kaart.',
    number: 'Het kaartnummer is onjuist. Controleer het en probeer het opnieuw.',
    expiry: 'De vervaldatum is onjuist. Controleer de datum en probeer het opnieuw.',
    cvc: 'De beveiligingscode is onjuist. Controleer de code en probeer het opnieuw.',
    postcode: 'Het adres hoort niet bij de kaart. Controleer het en probeer het opnieuw.',
    limit:
      'De limiet van de kaart is bereikt. Gebruik een andere kaart of probeer het later opnieuw.',
    unsupported: 'De kaart staat dit soort betaling niet toe. Gebruik een andere kaart.',
    currency: 'De kaart staat deze valuta niet toe. Gebruik een andere kaart.',
    authentication:
      'Uw bank kon uw identiteit niet verifiëren. Probeer het opnieuw of gebruik een andere kaart.',
    callBank:
      'Uw bank heeft geen reden gegeven. Neem contact op met uw bank of gebruik een andere kaart.',
    tryLater: 'Het kaartnetwerk kon de betaling niet verwerken. Probeer het zo meteen opnieuw.',
    duplicate:
      'Dezelfde betaling is zojuist al gedaan. Controleer deze voordat u het opnieuw probeert.',
    testCard: 'Deze betaling is een test. Gebruik een testkaart zoals 4242 4242 4242 4242.',
    pin: 'De pincode is onjuist of te vaak ingevoerd. Gebruik een andere kaart.',
    other: 'Gebruik een andere kaart of neem contact op met uw bank.',
  },

  notFound: {
    heading:
      'Door deze pagina te openen is er niets afgeschreven. Deze link leidt niet naar een betaling.',
    text: 'Controleer of de link volledig is of vraag de afzender om een nieuwe. Hebt u al betaald? Betaal dan niet nog een keer.',
  },
  unavailable: {
    heading:
      'Door deze pagina te openen is er niets afgeschreven. De pagina is momenteel niet beschikbaar.',
    text: 'Probeer het zo meteen opnieuw. Hebt u al betaald? Betaal dan niet nog een keer: deze pagina zal uw betaling tonen.',
  },
  root: {
    heading: 'Betalen met Parley',
    text: 'Open de link die u van de verkoper hebt ontvangen om te betalen.',
  },
};
