import type { ProviderSubscription } from '@parley/provider';
import type { Callers } from './callers.ts';
import { pick } from './paths.ts';
import type { World } from './world.ts';

/** A subscription as we show it, as far as it is compared. */
interface Shown {
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

/** All subscriptions, as our list shows them. */
export async function listSubscriptions({ api }: Callers): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api<{ data: Shown[]; next_cursor: string | null }>(
      'GET',
      `/subscriptions?limit=100${cursor}`,
    );
    all.push(...body.data);
    if (!body.next_cursor) return all;
    cursor = `&cursor=${body.next_cursor}`;
  }
}

/** Gives each its fate: to be renewed, to fall behind, or to end with its period. */
export async function decideFates({ provider }: Callers, all: readonly Shown[]): Promise<void> {
  for (const one of all) {
    const path = `/v1/subscriptions/${one.provider_subscription_id}`;
    const fate = pick(['renewed', 'renewed', 'fails', 'ends']);
    if (fate === 'ends') await provider('POST', path, { cancel_at_period_end: true });
    if (fate !== 'fails' || !one.provider_customer_id) continue;
    const card = await provider<{ id: string }>(
      'POST',
      '/v1/payment_methods/pm_card_chargeCustomerFail/attach',
      { customer: one.provider_customer_id },
    );
    await provider('POST', path, { default_payment_method: card.id });
  }
}

export async function advanceClock({ provider }: Callers, days: number): Promise<void> {
  await provider('POST', '/_sandbox/clock/advance', { seconds: days * 86_400 });
}

/** Those that are not as the provider shows them now. */
export async function compareSubscriptions(
  { provider }: World,
  all: readonly Shown[],
): Promise<object[]> {
  const wrong: object[] = [];
  for (const shown of all) {
    const real = await provider.readSubscription(shown.provider_subscription_id);
    const theirs = real && asShown(real);
    const ours =
      theirs &&
      Object.fromEntries(Object.keys(theirs).map((key) => [key, shown[key as keyof Shown]]));
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) wrong.push({ id: shown.id, ours, theirs });
  }
  return wrong;
}

function asShown(real: ProviderSubscription): Partial<Shown> {
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
