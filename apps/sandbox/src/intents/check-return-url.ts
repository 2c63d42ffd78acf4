import { invalid } from '../wire/errors.ts';

/** Throws if a confirmation by a server may need a redirect and does not say where the payer returns to. */
export function checkReturnUrl(
  intent: 'Payment Intent' | 'Setup Intent',
  automatic: { enabled: boolean | null; allow_redirects?: string } | null,
  params: { return_url?: string | undefined; use_stripe_sdk?: boolean | undefined },
): void {
  const mayRedirect = automatic?.enabled === true && automatic.allow_redirects !== 'never';
  if (!mayRedirect || params.return_url !== undefined || params.use_stripe_sdk === true) return;
  throw invalid(
    `A \`return_url\` must be specified because this ${intent} is configured to automatically accept the payment methods enabled in the Dashboard, some of which may require a full page redirect to succeed. If you do not want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
  );
}
