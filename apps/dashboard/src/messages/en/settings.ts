export const settings = {
  title: 'Settings',
  lead: 'How payers see this merchant, and the defaults for new sessions, in test and live mode.',
  loading: 'Loading the settings…',
  readOnly: 'Only an owner or admin can change these settings.',
  save: 'Save settings',
  saved: 'Settings saved. They apply immediately to payer pages and new sessions.',
  conflict:
    'Someone else saved these settings after you opened the page, so yours were not saved. Copy your changes, reload the page and enter them again.',
  /** The labels of the fields, also for errors and the audit log. */
  field: {
    name: 'Display name',
    logo: 'Logo',
    accent_color: 'Button color',
    corner_radius: 'Corners',
    success_text: 'Text after the payment',
    support_email: 'Support email',
    support_phone: 'Support phone',
    support_url: 'Help page',
    terms_url: 'Terms',
    privacy_url: 'Privacy policy',
    default_payer_destination_url: 'Default destination',
    default_lifetime_seconds: 'Default lifetime',
    email_receipts: 'Email receipts',
    embedding_origins: 'Embedding origins',
  },
  hint: {
    name: 'Shown to payers on the page and in its title.',
    logo: 'PNG, JPEG or WebP, at most 256 KiB. Shown 40 pixels high.',
    accentColor:
      'Six hexadecimal digits, such as #0b616d. Button text is black or white, whichever is easier to read.',
    successText:
      'Plain text below “You paid” and on the receipt, such as when you ship. At most {max} characters, in your payers’ language.',
    supportUrl: 'Payers see these contacts and links at the bottom of the page.',
    destination: 'Where payers go after paying if a session has no payer_destination_url.',
    lifetime: 'How long payers have to pay if a session has no expires_at.',
    emailReceipts:
      'Sent to the payer_contact.email of new sessions once they are paid, in the language of the payer page. Live mode only. Parley then requests none from your provider.',
    embeddingOrigins:
      'Sites that can embed the payer page in a frame, one per line, such as https://shop.example. If empty, no site can.',
  },
  group: {
    payerPage: 'Payer page',
    contact: 'Contact and terms',
    newSessions: 'New sessions',
    receipts: 'Receipts',
    embedding: 'Embedding',
  },
  corners: {
    default: 'Default: 6 pixels',
    square: 'Square',
    pixels: '{pixels} pixels',
  },
  color: { pick: 'Pick the button color' },
  logo: {
    tooLarge: 'Choose an image of at most 256 KiB.',
    remove: 'Remove the current logo',
  },
  lifetime: {
    default: 'Default: 24 hours',
    seconds: '{count} seconds',
    minutes: '{count, number} minutes',
    hours: '{count, plural, one {# hour} other {# hours}}',
    days: '{count, number} days',
  },
  preview: {
    title: 'Payer page preview',
    logo: 'Your logo',
    total: 'Total',
    pay: 'Pay {amount}',
    afterPayment: 'After the payment and on the receipt:',
    contact: 'Contact {name}: {contacts}',
  },
} as const;
