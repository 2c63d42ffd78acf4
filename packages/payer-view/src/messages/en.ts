/**
 * Every sentence of the payer page. Another language is another object of this type. Amounts, dates
 * and times are passed in, already formatted for the payer's locale, such as "in 5 seconds".
 */
export const messages = {
  title: (merchant: string) => `Pay ${merchant}`,
  language: 'Language',
  close: 'Close',
  testMode: 'Test mode: no real money',
  itemsLabel: 'What you pay for',
  quantity: (count: string) => `${count} ×`,
  /** A quantity and the amount of one. */
  unitPrice: (count: string, amount: string) => `${count} × ${amount}`,
  /** A quantity of which the amount of one is not known. */
  pieces: (count: string) => `Quantity: ${count}`,
  moreItems: (count: string) => `More items: ${count}`,
  total: 'Total',
  dueToday: 'Due today',
  /** A charge that recurs after one interval. */
  per: {
    day: (charge: string) => `${charge} per day`,
    week: (charge: string) => `${charge} per week`,
    month: (charge: string) => `${charge} per month`,
    year: (charge: string) => `${charge} per year`,
  },
  /** A charge that recurs after several intervals; `span` is their count and unit: "2 weeks". */
  every: {
    day: (charge: string, span: string, _count: number) => `${charge} every ${span}`,
    week: (charge: string, span: string, _count: number) => `${charge} every ${span}`,
    month: (charge: string, span: string, _count: number) => `${charge} every ${span}`,
    year: (charge: string, span: string, _count: number) => `${charge} every ${span}`,
  },
  thenCharges: (charges: string) => `Then ${charges}, until canceled.`,
  freeDays: (days: string, charges: string) => `Free for ${days}, then ${charges}, until canceled.`,
  freeUntil: (day: string, charges: string) =>
    `Free until ${day}, then ${charges}, until canceled.`,
  email: 'Email',
  emailInvalid: 'Enter your email address, such as ada@example.com.',
  onProvider: 'You pay on the payment provider’s page, then return here.',
  expires: (when: string) => `This link expires ${when}.`,
  cardLabel: 'Card details',
  cardLoading: 'Loading the secure card form…',
  pay: (amount: string) => `Pay ${amount}`,
  paying: (amount: string) => `Paying ${amount}…`,
  startTrial: 'Start free trial',
  saveCard: 'Save card',
  saving: 'Saving your card…',
  continueToPay: (amount: string) => `Continue to pay ${amount}`,
  continueToTrial: 'Continue to free trial',
  continuing: 'Opening the payment page…',
  openPaymentPage: 'Open the payment page',
  continueToBank: 'Continue to your bank',
  chooseAnother: 'Choose another payment method',
  backTo: (merchant: string) => `Back to ${merchant}`,
  leaving: (merchant: string, when: string) => `Returning to ${merchant} ${when}.`,
  stay: 'Stay on this page',
  tryAgain: 'Try again',
  tryAgainLater: (when: string) => `Try again ${when}`,
  checkAgain: 'Check again',
  contact: (merchant: string) => `Contact ${merchant}:`,
  helpPage: 'Help page',
  termsLink: 'Terms',
  privacyLink: 'Privacy policy',
  reference: (id: string) => `Reference: ${id}`,
  noScript:
    'You have not been charged. The card form needs JavaScript. Allow it for this page, then reload.',
  security: 'Card details go directly to the payment provider.',

  states: {
    paid: {
      heading: (amount: string) => `You paid ${amount}.`,
      text: (merchant: string) => `${merchant} has been notified. You can close this page.`,
    },
    nothingDue: {
      heading: () => 'You have not been charged. There is nothing to pay now.',
      text: (merchant: string) => `${merchant} has been notified. You can close this page.`,
    },
    trialBegun: {
      heading: () => 'You have not been charged. Your free trial has started.',
      text: (merchant: string) => `${merchant} has been notified. You can close this page.`,
    },
    unfulfilled: {
      heading: (amount: string) => `You paid ${amount}, but your order could not be completed.`,
      text: (merchant: string) => `${merchant} has been notified. Contact them about a refund.`,
    },
    /** Of a payment of which a part was refunded; the heading is that of a payment. */
    partlyRefunded: {
      text: (refunded: string) => `${refunded} of it was refunded.`,
    },
    /** By a refund or a dispute that the payer won. */
    returned: {
      heading: (amount: string) => `Your payment of ${amount} was returned to you.`,
    },
    disputed: {
      heading: (amount: string) => `Your payment of ${amount} is disputed.`,
      text: () => 'Your bank is reviewing the dispute.',
    },
    processing: {
      heading: () => 'Your payment is being processed.',
      text: () => 'This page updates automatically. Do not pay again.',
      /** The provider has accepted a payment that settles later. */
      later: (merchant: string) =>
        `Depending on how you paid, this can take several days. Do not pay again. You can close this page. ${merchant} will be notified when the payment is complete.`,
    },
    slow: {
      heading: () => 'Your payment is still being processed.',
      text: (merchant: string) =>
        `This is taking longer than usual. Do not pay again. You can close this page. ${merchant} will be notified when the payment is complete.`,
    },
    unsure: {
      heading: () => 'We do not know yet whether you were charged.',
      text: () =>
        'The connection was lost during the payment. We are checking with the payment provider. Do not pay again, and keep this page open.',
    },
    actionRequired: {
      heading: () => 'You have not been charged yet. Confirm with your bank.',
      text: (amount: string) => `Your bank asks you to confirm the payment of ${amount}.`,
    },
    underReview: {
      heading: () => 'We received a payment that does not match this order.',
      text: (merchant: string) => `${merchant} is reviewing it. Do not pay again.`,
    },
    expired: {
      heading: () => 'You have not been charged. This payment link has expired.',
      text: (merchant: string) => `Ask ${merchant} for a new link.`,
    },
    canceled: {
      heading: () => 'You have not been charged. This payment was canceled.',
      text: (merchant: string) => `To buy again, ask ${merchant} for a new link.`,
    },
    blocked: {
      heading: () => 'You have not been charged. Too many payments were declined.',
    },
    refunding: {
      heading: () => 'Your payment is being refunded. The order was canceled.',
      text: (merchant: string) => `Ask ${merchant} when you will receive the money.`,
    },
    waiting: {
      heading: (merchant: string) =>
        `You have not been charged. ${merchant} is preparing your payment.`,
      text: () => 'This page continues automatically when the payment is ready. Keep it open.',
    },
    /** The last attempt ended, and only the merchant can start another one. */
    notPayable: {
      heading: () => 'You have not been charged. You cannot pay at the moment.',
      text: (merchant: string) =>
        `If this does not change soon, contact ${merchant}. This page continues automatically when you can pay.`,
    },
    cardMissing: {
      heading: () => 'You have not been charged. Your free trial has started.',
      text: () => 'Add a card for the charges after the trial.',
    },
  },

  /** Before the form, while the declined payments of the merchant spike. */
  challenge: {
    heading: 'Confirm that you are human.',
    text: 'This check stops bots. You can pay once it is complete.',
  },

  receipt: {
    link: 'View receipt',
    title: (merchant: string) => `Receipt from ${merchant}`,
    print: 'Print',
    status: 'Payment status',
    paid: 'Paid',
    partlyRefunded: 'Partly refunded',
    refunded: 'Refunded',
    /** At any time, whatever became of the dispute. */
    disputed: 'Disputed',
    reference: 'Reference',
    datePaid: 'Date paid',
    item: 'Item',
    quantity: 'Quantity',
    amount: 'Amount',
    subtotal: 'Subtotal',
    discount: 'Discount',
    shipping: 'Shipping',
    tax: 'Tax',
    added: 'Taxes, shipping and discounts',
    note: 'This receipt confirms your payment. It is not a tax invoice.',
  },

  notices: {
    declined: 'You have not been charged. Your card was declined.',
    failed: 'You have not been charged. The payment failed.',
    priceChanged: (before: string, after: string) =>
      `You have not been charged. The price changed from ${before} to ${after}. Check the total, then pay.`,
    priceUpdated: 'You have not been charged. The price changed. Check the total, then pay.',
    cartChanged: 'You have not been charged. The order changed. Check it, then pay.',
    notCharged: 'You have not been charged. Try again in a moment.',
    offline: 'You have not been charged. You are offline. Connect, then try again.',
    cardFailed: (host: string) =>
      `You have not been charged. The card form did not load. Check your connection and allow ${host} if it is blocked.`,
    challengeFailed: 'You have not been charged. The check failed. Try again.',
    challengeNotLoaded: (host: string) =>
      `You have not been charged. The check did not load. Check your connection and allow ${host} if it is blocked.`,
    providerUnavailable: 'You have not been charged. The card form is not available at the moment.',
  },

  declines: {
    insufficientFunds: 'The card has insufficient funds. Use another card.',
    expired: 'The card has expired. Use another card.',
    number: 'The card number is incorrect. Check it, then try again.',
    expiry: 'The expiry date is incorrect. Check it, then try again.',
    cvc: 'The security code is incorrect. Check it, then try again.',
    postcode: 'The address does not match the card. Check it, then try again.',
    limit: 'The card has reached its limit. Use another card, or try again later.',
    unsupported: 'The card does not allow this kind of payment. Use another card.',
    currency: 'The card does not allow this currency. Use another card.',
    authentication: 'Your bank could not verify your identity. Try again, or use another card.',
    callBank: 'Your bank gave no reason. Contact your bank, or use another card.',
    tryLater: 'The card network could not process the payment. Try again in a moment.',
    duplicate: 'The same payment was made a moment ago. Check it before you try again.',
    testCard: 'This payment is a test. Use a test card such as 4242 4242 4242 4242.',
    pin: 'The PIN is incorrect or was entered too many times. Use another card.',
    other: 'Use another card, or contact your bank.',
  },

  notFound: {
    heading: 'Opening this page did not charge you. This payment link is not valid.',
    text: 'Check that the link is complete, or ask the sender for a new one. If you have already paid, do not pay again.',
  },
  unavailable: {
    heading: 'Opening this page did not charge you. It is not available at the moment.',
    text: 'Try again in a moment. If you have already paid, do not pay again: this page will show your payment.',
  },
  root: {
    heading: 'Parley checkout',
    text: 'To pay, open the link that the merchant sent you.',
  },
};

export type Messages = typeof messages;
export type DeclineReason = keyof Messages['declines'];
