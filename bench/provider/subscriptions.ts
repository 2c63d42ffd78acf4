import type { ProviderSubscription } from '@parley/provider';
import type { Clients } from './clients.ts';
import { pick } from './integration-paths.ts';
import type { Product } from './start-product.ts';

/** The compared fields of a subscription, as the API returns it. */
interface SubscriptionView {
  readonly id: string;
  readonly provider_subscription_id: string;
  readonly provider_customer_id: string | null;
  readonly status: string;
  readonly cancel_at_period_end: boolean;
  readonly current_period_end: string | null;
  readonly ended_at: string | null;
  readonly latest_invoice_id: string | null;
  readonly latest_invoice_amount_minor: number | null;
  readonly latest_payment_status: string | null;
}

/** Returns all subscriptions of the API's list. */
export async function listSubscriptions({ api }: Clients): Promise<SubscriptionView[]> {
  const all: SubscriptionView[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api<{ data: SubscriptionView[]; next_cursor: string | null }>(
      'GET',
      `/subscriptions?limit=100${cursor}`,
    );
    all.push(...body.data);
    if (!body.next_cursor) return all;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

/** Randomly lets each subscription renew, become past due or end with its period. */
export async function assignOutcomes(
  { provider }: Clients,
  all: readonly SubscriptionView[],
): Promise<void> {
  for (const one of all) {
    const path = `/v1/subscriptions/${one.provider_subscription_id}`;
    const outcome = pick(['renews', 'renews', 'fails', 'ends']);
    if (outcome === 'ends') await provider('POST', path, { cancel_at_period_end: true });
    if (outcome !== 'fails' || !one.provider_customer_id) continue;
    const card = await provider<{ id: string }>(
      'POST',
      '/v1/payment_methods/pm_card_chargeCustomerFail/attach',
      { customer: one.provider_customer_id },
    );
    await provider('POST', path, { default_payment_method: card.id });
  }
}

export async function advanceClock({ provider }: Clients, days: number): Promise<void> {
  await provider('POST', '/_sandbox/clock/advance', { seconds: days * 86_400 });
}

/** Returns the subscriptions that differ from those at the provider. */
export async function compareSubscriptions(
  { provider }: Product,
  all: readonly SubscriptionView[],
): Promise<object[]> {
  const wrong: object[] = [];
  for (const shown of all) {
    const real = await provider.readSubscription(shown.provider_subscription_id);
    const expected = real && toView(real);
    const actual =
      expected &&
      Object.fromEntries(
        Object.keys(expected).map((key) => [key, shown[key as keyof SubscriptionView]]),
      );
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      wrong.push({ id: shown.id, actual, expected });
  }
  return wrong;
}

function toView(real: ProviderSubscription): Partial<SubscriptionView> {
  return {
    status: real.status,
    cancel_at_period_end: real.cancelAtPeriodEnd,
    current_period_end: real.currentPeriodEnd?.toISOString() ?? null,
    ended_at: real.endedAt?.toISOString() ?? null,
    latest_invoice_id: real.latestInvoice?.id ?? null,
    latest_invoice_amount_minor: real.latestInvoice?.amountMinor ?? null,
    latest_payment_status: real.latestInvoice?.paymentStatus ?? null,
  };
}
