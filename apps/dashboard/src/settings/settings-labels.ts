import type { FieldLabels } from '#forms/field-labels.ts';

/** The labels of the fields, also for errors and the audit log. */
export const settingsLabels = {
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
} as const satisfies FieldLabels;
