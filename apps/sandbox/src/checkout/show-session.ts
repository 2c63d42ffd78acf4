import type Stripe from 'stripe';

const RENAMED_ON = '2026-03-25';
const OLD_NAMES: Record<string, string> = {
  hosted_page: 'hosted',
  embedded_page: 'embedded',
  elements: 'custom',
};

/** Clients of an older API version are shown the names `ui_mode` had then. */
export function showSession(
  session: Stripe.Checkout.Session,
  version: string,
): Stripe.Checkout.Session {
  const old = OLD_NAMES[session.ui_mode ?? ''];
  return version.slice(0, 10) < RENAMED_ON && old ? { ...session, ui_mode: old } : session;
}
