import type { Branding, PayerPage } from '@parley/operations';

/** A payable page, with the given changes. */
export function payerPage(over: Partial<PayerPage> = {}): PayerPage {
  return {
    id: 'psess_1',
    revision: '1.1.1.0',
    attempt_number: 1,
    mode: 'live',
    merchant_name: 'Acme',
    status: 'payer_opened',
    presentation_state: 'checkout_available',
    status_reason: null,
    amount_minor: 4200,
    currency: 'eur',
    cart_version: 1,
    lines: [{ name: 'Tea', quantity: 2, unit: null, unitAmountMinor: 2100, amountMinor: 4200 }],
    omitted_lines: 0,
    breakdown: null,
    expires_at: '2026-11-21T12:00:00.000Z',
    deadline_passed: false,
    payer_destination_url: 'https://shop.example/thanks',
    payment_received: false,
    payment_status: 'unpaid',
    refunded_minor: 0,
    subscription: false,
    terms: null,
    retry_at: null,
    declined_too_often: false,
    challenge_required: false,
    may_miss_card: false,
    ...over,
  };
}

/** The settings of a merchant that changed none. */
export const plainBranding: Branding = {
  logo_hash: null,
  accent_color: null,
  corner_radius: null,
  success_text: null,
  support: { email: null, url: null, phone: null },
  terms_url: null,
  privacy_url: null,
  embedding_origins: [],
};
