/**
 * Every sentence the payer can read. Another language is another table of this type; amounts and
 * dates come in already written for the payer's own locale.
 */
const english = {
  title: (merchant: string) => `Pay ${merchant}`,
  payTo: 'Pay',
  testMode: 'Test mode: no real money',
  itemsLabel: 'What you pay for',
  quantity: (count: string) => `${count} ×`,
  total: 'Total',
  dueToday: 'Due today',
  every: (charge: string, interval: string, count: number) =>
    count === 1 ? `${charge} per ${interval}` : `${charge} every ${count} ${interval}s`,
  andAlso: (charges: readonly string[]) => charges.join(' and '),
  afterThat: (charges: string) => `Then ${charges}, until it is canceled.`,
  freeDays: (days: number, charges: string) =>
    `Free for ${days} ${days === 1 ? 'day' : 'days'}, then ${charges}, until it is canceled.`,
  freeUntil: (day: string, charges: string) =>
    `Free until ${day}, then ${charges}, until it is canceled.`,
  email: 'Email',
  emailWanted: 'Enter your email address, such as ada@example.com.',
  onProvider: 'You pay on the payment provider’s own page, and come back here afterwards.',
  expires: (when: string) => `This link expires ${when}.`,
  cardLabel: 'Card details',
  cardLoading: 'Loading the secure card form…',
  pay: (amount: string) => `Pay ${amount}`,
  paying: (amount: string) => `Paying ${amount}…`,
  startTrial: 'Start the free trial',
  saveCard: 'Save this card',
  saving: 'Saving your card…',
  continueToPay: (amount: string) => `Continue to pay ${amount}`,
  continueToTrial: 'Continue to the free trial',
  continuing: 'Opening the payment page…',
  continueToBank: 'Continue to your bank',
  backTo: (merchant: string) => `Back to ${merchant}`,
  leaving: (merchant: string, seconds: number) =>
    `Going back to ${merchant} in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  stay: 'Stay on this page',
  tryAgain: 'Try again',
  checkAgain: 'Check again',
  reload: 'Reload this page',
  reference: (id: string) => `Reference: ${id}`,
  noScript:
    'You have not been charged. The card form needs JavaScript: allow it for this page, then reload.',
  safety: 'Your card details go straight to the payment provider.',

  states: {
    paid: {
      heading: (amount: string) => `You paid ${amount}.`,
      text: (merchant: string) => `${merchant} has been told. There is nothing more to do here.`,
    },
    nothingDue: {
      heading: () => 'There is nothing to pay now. You have not been charged.',
      text: (merchant: string) => `${merchant} has everything it needs from this page.`,
    },
    trialBegun: {
      heading: () => 'Your free trial has begun. You have not been charged.',
      text: (merchant: string) => `${merchant} has been told. There is nothing more to do here.`,
    },
    subscribed: {
      heading: (merchant: string) => `Your payment to ${merchant} is settled.`,
      text: (merchant: string) =>
        `It belongs to a subscription. ${merchant} can tell you what was charged, and when the next charge is due.`,
    },
    unfulfilled: {
      heading: (amount: string) => `You paid ${amount}, but your order could not be completed.`,
      text: (merchant: string) => `${merchant} knows about it. Contact them about your money.`,
    },
    processing: {
      heading: () => 'Your payment is on its way, but not settled yet.',
      text: () => 'This page checks again by itself. Do not pay again.',
    },
    slow: {
      heading: () => 'Your payment is still on its way.',
      text: (merchant: string) =>
        `It takes longer than usual. Do not pay again. You can close this page: ${merchant} is told as soon as it is settled.`,
    },
    unsure: {
      heading: () => 'We do not know yet whether you were charged.',
      text: () =>
        'The connection was lost while you were paying. We are asking the payment provider. Do not pay again, and keep this page open.',
    },
    actionRequired: {
      heading: () => 'You have not been charged yet: your bank asks you to confirm.',
      text: (amount: string) => `Confirm the payment of ${amount} with your bank to finish it.`,
    },
    underReview: {
      heading: () => 'We received a payment that does not match this order.',
      text: (merchant: string) => `${merchant} is looking at it. Do not pay again.`,
    },
    expired: {
      heading: () => 'This payment link has expired. You have not been charged.',
      text: (merchant: string) => `Ask ${merchant} for a new one.`,
    },
    canceled: {
      heading: () => 'This payment was canceled. You have not been charged.',
      text: (merchant: string) => `Ask ${merchant} if you still want to buy.`,
    },
    refunding: {
      heading: () => 'Your payment is being given back: the order was canceled.',
      text: (merchant: string) => `${merchant} can tell you when the money reaches you.`,
    },
    waiting: {
      heading: (merchant: string) =>
        `You have not been charged: ${merchant} is preparing your payment.`,
      text: () => 'This page goes on by itself as soon as it is ready. You can keep it open.',
    },
    cardMissing: {
      heading: () => 'Your free trial has begun. You have not been charged.',
      text: () => 'Add the card that it goes on with once the trial has ended.',
    },
  },

  notices: {
    declined: 'Your card was declined; no money was taken.',
    failed: 'The payment did not go through; no money was taken.',
    priceChanged: (before: string, after: string) =>
      `The price changed from ${before} to ${after}. You have not been charged. Check it, then pay.`,
    priceUpdated: 'The price changed. You have not been charged. Check the total, then pay.',
    cartChanged: 'The order changed. You have not been charged. Check it, then pay.',
    notCharged: 'You have not been charged. Try again in a moment.',
    offline: 'You are offline and have not been charged. Connect, then try again.',
    cardFailed: (host: string) =>
      `The card form did not load. You have not been charged. Check your connection, and allow ${host} if something blocks it.`,
    providerAway: 'The card form cannot be prepared just now. You have not been charged.',
  },

  declines: {
    insufficientFunds: 'There is not enough money on the card. Use another card.',
    expired: 'The card has expired. Use another card.',
    number: 'The card number is not right. Check it, then try again.',
    expiry: 'The expiry date is not right. Check it, then try again.',
    cvc: 'The security code is not right. Check it, then try again.',
    postcode: 'The address does not match the card. Check it, then try again.',
    limit: 'The card has reached a limit. Use another card, or try again later.',
    unsupported: 'The card does not allow this kind of payment. Use another card.',
    currency: 'The card does not allow this currency. Use another card.',
    authentication: 'Your bank could not confirm that it is you. Try again, or use another card.',
    callBank: 'Your bank gave no reason. Ask your bank, or use another card.',
    tryLater: 'Something went wrong at the card network. Try again in a moment.',
    duplicate: 'An equal payment was made a moment ago. Check it before you try again.',
    testCard: 'This is a test page: use a test card such as 4242 4242 4242 4242.',
    pin: 'The PIN is not right or was tried too often. Use another card.',
    other: 'Use another card, or ask your bank.',
  },

  notFound: {
    heading: 'There is no payment under this link. You have not been charged.',
    text: 'Check that the link is whole, or ask whoever sent it for a new one.',
  },
  away: {
    heading: 'This page cannot be shown just now. Opening it did not charge you.',
    text: 'Try again in a moment. If you have already paid, do not pay again: the page will say so.',
  },
  root: {
    heading: 'Parley checkout',
    text: 'Payments are made here by links that merchants give out. Open the link you were given.',
  },
};

export type Words = typeof english;
export type DeclineReason = keyof Words['declines'];

/** The words for a locale, and the language they are in. English until another table is here. */
export function wordsFor(_locale: string): { lang: string; words: Words } {
  return { lang: 'en', words: english };
}
