import type { Messages } from './en.ts';

export const messages: Messages = {
  title: (merchant) => `Płatność dla ${merchant}`,
  language: 'Język',
  close: 'Zamknij',
  testMode: 'Tryb testowy: bez prawdziwych pieniędzy',
  itemsLabel: 'Zamówienie',
  quantity: (count) => `${count} ×`,
  unitPrice: (count, amount) => `${count} × ${amount}`,
  pieces: (count) => `Ilość: ${count}`,
  moreItems: (count) => `Pozostałe produkty: ${count}`,
  total: 'Razem',
  dueToday: 'Do zapłaty dzisiaj',
  per: {
    day: (charge) => `${charge} dziennie`,
    week: (charge) => `${charge} tygodniowo`,
    month: (charge) => `${charge} miesięcznie`,
    year: (charge) => `${charge} rocznie`,
  },
  every: {
    day: (charge, span) => `${charge} co ${span}`,
    week: (charge, span) => `${charge} co ${span}`,
    month: (charge, span) => `${charge} co ${span}`,
    year: (charge, span) => `${charge} co ${span}`,
  },
  thenCharges: (charges) => `Następnie ${charges}, do czasu anulowania.`,
  freeDays: (days, charges) =>
    `Okres bezpłatny: ${days}, następnie ${charges}, do czasu anulowania.`,
  freeUntil: (day, charges) => `Bezpłatnie do ${day}, następnie ${charges}, do czasu anulowania.`,
  email: 'Adres e-mail',
  emailInvalid: 'Proszę podać adres e-mail, na przykład ada@example.com.',
  onProvider: 'Płatność odbywa się na stronie operatora płatności, po czym nastąpi powrót tutaj.',
  expires: (when) => `Ten link wygaśnie ${when}.`,
  cardLabel: 'Dane karty',
  cardLoading: 'Ładowanie bezpiecznego formularza karty…',
  pay: (amount) => `Zapłać ${amount}`,
  paying: (amount) => `Trwa płatność ${amount}…`,
  startTrial: 'Rozpocznij bezpłatny okres próbny',
  saveCard: 'Zapisz tę kartę',
  saving: 'Zapisywanie karty…',
  continueToPay: (amount) => `Dalej, aby zapłacić ${amount}`,
  continueToTrial: 'Dalej do bezpłatnego okresu próbnego',
  continuing: 'Otwieranie strony płatności…',
  openPaymentPage: 'Otwórz stronę płatności',
  continueToBank: 'Przejdź do swojego banku',
  chooseAnother: 'Wybierz inną metodę płatności',
  backTo: (merchant) => `Powrót do ${merchant}`,
  leaving: (merchant, when) => `Powrót do ${merchant} ${when}.`,
  stay: 'Pozostań na tej stronie',
  tryAgain: 'Spróbuj ponownie',
  tryAgainLater: (when) => `Spróbuj ponownie ${when}`,
  checkAgain: 'Sprawdź ponownie',
  contact: (merchant) => `Kontakt z ${merchant}:`,
  helpPage: 'Strona pomocy',
  termsLink: 'Regulamin',
  privacyLink: 'Polityka prywatności',
  reference: (id) => `Numer referencyjny: ${id}`,
  noScript:
    'Nie pobrano żadnych środków. Formularz karty wymaga JavaScriptu. Proszę zezwolić na niego na tej stronie i odświeżyć ją.',
  security: 'Dane karty trafiają bezpośrednio do operatora płatności.',

  states: {
    paid: {
      heading: (amount) => `Zapłacono ${amount}.`,
      text: (merchant) => `Powiadomiliśmy ${merchant}. Można zamknąć tę stronę.`,
    },
    nothingDue: {
      heading: () => 'Nie pobrano żadnych środków. Obecnie nie ma nic do zapłaty.',
      text: (merchant) => `Powiadomiliśmy ${merchant}. Można zamknąć tę stronę.`,
    },
    trialBegun: {
      heading: () => 'Nie pobrano żadnych środków. Rozpoczął się bezpłatny okres próbny.',
      text: (merchant) => `Powiadomiliśmy ${merchant}. Można zamknąć tę stronę.`,
    },
    unfulfilled: {
      heading: (amount) => `Zapłacono ${amount}, ale nie udało się zrealizować zamówienia.`,
      text: (merchant) =>
        `Powiadomiliśmy ${merchant}. W sprawie zwrotu proszę skontaktować się ze sprzedawcą.`,
    },
    partlyRefunded: {
      text: (refunded) => `Zwrócono z niej ${refunded}.`,
    },
    returned: {
      heading: (amount) => `Płatność w wysokości ${amount} została zwrócona.`,
    },
    disputed: {
      heading: (amount) => `Płatność w wysokości ${amount} została zakwestionowana.`,
      text: () => 'Bank rozpatruje reklamację.',
    },
    processing: {
      heading: () => 'Płatność jest przetwarzana.',
      text: () => 'Ta strona odświeża się automatycznie. Proszę nie płacić ponownie.',
      later: (merchant) =>
        `W zależności od metody płatności może to potrwać kilka dni. Proszę nie płacić ponownie. Można zamknąć tę stronę. Powiadomimy ${merchant}, gdy płatność zostanie zakończona.`,
    },
    slow: {
      heading: () => 'Płatność jest nadal przetwarzana.',
      text: (merchant) =>
        `Trwa to dłużej niż zwykle. Proszę nie płacić ponownie. Można zamknąć tę stronę. Powiadomimy ${merchant}, gdy płatność zostanie zakończona.`,
    },
    unsure: {
      heading: () => 'Jeszcze nie wiemy, czy środki zostały pobrane.',
      text: () =>
        'Podczas płatności utracono połączenie. Sprawdzamy to u operatora płatności. Proszę nie płacić ponownie i nie zamykać tej strony.',
    },
    actionRequired: {
      heading: () =>
        'Nie pobrano jeszcze żadnych środków. Proszę potwierdzić płatność w swoim banku.',
      text: (amount) => `Bank prosi o potwierdzenie płatności w kwocie ${amount}.`,
    },
    underReview: {
      heading: () => 'Otrzymaliśmy płatność, która nie odpowiada temu zamówieniu.',
      text: (merchant) => `Płatność sprawdza ${merchant}. Proszę nie płacić ponownie.`,
    },
    expired: {
      heading: () => 'Nie pobrano żadnych środków. Ten link do płatności wygasł.',
      text: (merchant) => `O nowy link proszę poprosić ${merchant}.`,
    },
    canceled: {
      heading: () => 'Nie pobrano żadnych środków. Ta płatność została anulowana.',
      text: (merchant) => `Aby kupić ponownie, proszę poprosić ${merchant} o nowy link.`,
    },
    blocked: {
      heading: () => 'Nie pobrano żadnych środków. Odrzucono zbyt wiele płatności.',
    },
    refunding: {
      heading: () => 'Trwa zwrot płatności. Zamówienie zostało anulowane.',
      text: (merchant) => `O termin zwrotu środków proszę zapytać ${merchant}.`,
    },
    waiting: {
      heading: (merchant) => `Nie pobrano żadnych środków. ${merchant} przygotowuje płatność.`,
      text: () =>
        'Gdy płatność będzie gotowa, ta strona przejdzie dalej automatycznie. Proszę jej nie zamykać.',
    },
    notPayable: {
      heading: () => 'Nie pobrano żadnych środków. Płatność jest obecnie niemożliwa.',
      text: (merchant) =>
        `Jeśli to się nie zmieni, proszę skontaktować się ze sprzedawcą ${merchant}. Gdy płatność będzie możliwa, ta strona przejdzie dalej automatycznie.`,
    },
    cardMissing: {
      heading: () => 'Nie pobrano żadnych środków. Rozpoczął się bezpłatny okres próbny.',
      text: () => 'Proszę dodać kartę do płatności po okresie próbnym.',
    },
  },

  challenge: {
    heading: 'Proszę potwierdzić, że płatność wykonuje człowiek.',
    text: 'Ta weryfikacja zatrzymuje automatyczne programy. Po jej zakończeniu można zapłacić.',
  },

  receipt: {
    link: 'Pokaż potwierdzenie płatności',
    title: (merchant) => `Potwierdzenie płatności: ${merchant}`,
    print: 'Drukuj',
    status: 'Status płatności',
    paid: 'Zapłacono',
    partlyRefunded: 'Zwrócono częściowo',
    refunded: 'Zwrócono',
    disputed: 'Zakwestionowano',
    reference: 'Numer referencyjny',
    datePaid: 'Data płatności',
    item: 'Pozycja',
    quantity: 'Ilość',
    amount: 'Kwota',
    subtotal: 'Suma częściowa',
    discount: 'Rabat',
    shipping: 'Dostawa',
    tax: 'Podatek',
    added: 'Podatki, dostawa i rabaty',
    note: 'Ten dokument potwierdza płatność. Nie jest fakturą.',
  },

  notices: {
    declined: 'Nie pobrano żadnych środków. Karta została odrzucona.',
    failed: 'Nie pobrano żadnych środków. Płatność nie powiodła się.',
    priceChanged: (before, after) =>
      `Nie pobrano żadnych środków. Cena zmieniła się z ${before} na ${after}. Proszę sprawdzić sumę i zapłacić.`,
    priceUpdated:
      'Nie pobrano żadnych środków. Cena zmieniła się. Proszę sprawdzić sumę i zapłacić.',
    cartChanged:
      'Nie pobrano żadnych środków. Zamówienie zmieniło się. Proszę je sprawdzić i zapłacić.',
    notCharged: 'Nie pobrano żadnych środków. Proszę spróbować ponownie za chwilę.',
    offline:
      'Nie pobrano żadnych środków. Brak połączenia z internetem. Proszę się połączyć i spróbować ponownie.',
    cardFailed: (host) =>
      `Nie pobrano żadnych środków. Formularz karty nie został załadowany. Proszę sprawdzić połączenie i zezwolić na ${host}, jeśli ten adres jest zablokowany.`,
    challengeFailed:
      'Nie pobrano żadnych środków. Weryfikacja się nie powiodła. Proszę spróbować ponownie.',
    challengeNotLoaded: (host) =>
      `Nie pobrano żadnych środków. Weryfikacja nie została załadowana. Proszę sprawdzić połączenie i zezwolić na ${host}, jeśli ten adres jest zablokowany.`,
    providerUnavailable: 'Nie pobrano żadnych środków. Formularz karty jest obecnie niedostępny.',
  },

  declines: {
    insufficientFunds: 'Na karcie brakuje środków. Proszę użyć innej karty.',
    expired: 'Karta straciła ważność. Proszę użyć innej karty.',
    number: 'Numer karty jest nieprawidłowy. Proszę go sprawdzić i spróbować ponownie.',
    expiry: 'Data ważności jest nieprawidłowa. Proszę ją sprawdzić i spróbować ponownie.',
    cvc: 'Kod zabezpieczający jest nieprawidłowy. Proszę go sprawdzić i spróbować ponownie.',
    postcode: 'Adres nie pasuje do karty. Proszę go sprawdzić i spróbować ponownie.',
    limit: 'Limit karty został wyczerpany. Proszę użyć innej karty lub spróbować później.',
    unsupported: 'Karta nie obsługuje tego rodzaju płatności. Proszę użyć innej karty.',
    currency: 'Karta nie obsługuje tej waluty. Proszę użyć innej karty.',
    authentication:
      'Bank nie mógł zweryfikować tożsamości. Proszę spróbować ponownie lub użyć innej karty.',
    callBank: 'Bank nie podał przyczyny. Proszę skontaktować się z bankiem lub użyć innej karty.',
    tryLater: 'Sieć kart nie mogła przetworzyć płatności. Proszę spróbować ponownie za chwilę.',
    duplicate:
      'Taka sama płatność została wykonana przed chwilą. Proszę ją sprawdzić przed ponowną próbą.',
    testCard:
      'To jest płatność testowa. Proszę użyć karty testowej, na przykład 4242 4242 4242 4242.',
    pin: 'Kod PIN jest nieprawidłowy lub podano go zbyt wiele razy. Proszę użyć innej karty.',
    other: 'Proszę użyć innej karty lub skontaktować się z bankiem.',
  },

  notFound: {
    heading:
      'Otwarcie tej strony nie spowodowało pobrania środków. Ten link nie prowadzi do płatności.',
    text: 'Proszę sprawdzić, czy link jest kompletny, lub poprosić nadawcę o nowy. Jeśli płatność została już wykonana, proszę nie płacić ponownie.',
  },
  unavailable: {
    heading:
      'Otwarcie tej strony nie spowodowało pobrania środków. Strona jest obecnie niedostępna.',
    text: 'Proszę spróbować ponownie za chwilę. Jeśli płatność została już wykonana, proszę nie płacić ponownie: ta strona pokaże płatność.',
  },
  root: {
    heading: 'Płatności Parley',
    text: 'Aby zapłacić, proszę otworzyć link otrzymany od sprzedawcy.',
  },
};
