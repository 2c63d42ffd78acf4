import { type MailContent, renderMail } from './render-mail.ts';

/** What happened, of one item and of several, and what to do next. */
const texts = {
  unprovisioned_session: [
    'paid session is not provisioned',
    'paid sessions are not provisioned',
    'Fulfill the order, then report it from your server.',
  ],
  payment_conflict: [
    'payment is in conflict with its session',
    'payments are in conflict with their sessions',
    'Compare the requested amount with the charge, then accept or refund the payment.',
  ],
  open_dispute: [
    'payment is disputed',
    'payments are disputed',
    'Respond at the provider before the deadline. Do not fulfill the order in the meantime.',
  ],
  open_inquiry: [
    'payment has an inquiry from the payer’s bank',
    'payments have inquiries from the payers’ banks',
    'No money was withdrawn. Respond at the provider before the deadline, so that the inquiry does not become a dispute.',
  ],
  closed_dispute: [
    'dispute is closed',
    'disputes are closed',
    'Open the session to see whether you won or lost it, and whether to fulfill the order.',
  ],
  unknown_attempt: [
    'attempt has an unknown result',
    'attempts have an unknown result',
    'Look up the attempt at the provider, then attach its object from your server.',
  ],
  refused_cart: [
    'cart was refused by the provider',
    'carts were refused by the provider',
    'The payer cannot pay. Replace the cart, or fix the provider account and then let the payer try again.',
  ],
  parked_provider_event: [
    'provider event has no session yet',
    'provider events have no session yet',
    'Attach the provider object to its attempt from your server; Parley then retries.',
  ],
  failed_provider_event: [
    'provider event could not be applied',
    'provider events could not be applied',
    'A payment status may be out of date. Check the reason, then retry.',
  ],
  failing_webhook_endpoint: [
    'webhook endpoint is failing',
    'webhook endpoints are failing',
    'Fix the receiver, and reactivate the endpoint if Parley stopped sending to it.',
  ],
  expiring_api_key: [
    'API key expires soon',
    'API keys expire soon',
    'Roll the key and switch your servers to the new one before the old one expires.',
  ],
  decline_spike: [
    'spike in declined payments is ongoing',
    'spikes in declined payments are ongoing',
    'This may be card testing. Check the decline codes in the overview and your provider’s fraud rules.',
  ],
  receiving_account_changed: [
    'change to the account that receives your payments',
    'changes to the account that receives your payments',
    'If no one on your team made it, reactivate the former account on the “Provider configs” page, then review your API keys and team.',
  ],
} as const;

/**
 * Reports items that need attention in live mode to a member of the merchant. It names no payer.
 * @param items `count` items of a kind; `sessionId` is that of the only item
 */
export function attentionMail(items: {
  readonly kind: keyof typeof texts;
  readonly count: number;
  readonly sessionId: string | null;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly dashboardUrl: string;
}): MailContent {
  const { kind, count, sessionId, merchantId, merchantName, dashboardUrl } = items;
  // Members of several merchants see one at a time.
  const getUrl = (path: string) =>
    `${dashboardUrl}/merchants/${merchantId}?${new URLSearchParams({ to: path })}`;
  const [one, several, nextAction] = texts[kind];
  const what = count === 1 ? `1 ${one}` : `${count} ${several}`;
  return renderMail({
    subject: `${merchantName}: ${what}`,
    paragraphs: [`At ${merchantName}, ${what}, in live mode.`, nextAction],
    link: sessionId
      ? { label: 'Open the session', url: getUrl(`/live/sessions/${sessionId}`) }
      : { label: 'See what needs attention', url: getUrl(`/live/attention?kind=${kind}`) },
    note: `You get at most one of these emails an hour. Choose which emails you get: ${getUrl('/notifications')}`,
  });
}
