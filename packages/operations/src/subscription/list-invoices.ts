import type { Invoices } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { loadSubscription } from './get-subscription.ts';

/**
 * Lists the invoices of a subscription, newest first, each with its last known status.
 * @throws DomainError not_found
 */
export async function listInvoices(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<Invoices> {
  const { subscription } = await loadSubscription(deps, scope, input.id);
  const { invoices, hasMore } = await deps.database
    .forScope(scope)
    .subscriptions.listInvoices(subscription);
  const data = invoices.map(({ id, amountMinor, currency, paymentStatus, firstSeenAt }) => ({
    id,
    amount_minor: amountMinor,
    currency,
    payment_status: paymentStatus,
    first_seen_at: firstSeenAt.toISOString(),
  }));
  return { data, has_more: hasMore };
}
