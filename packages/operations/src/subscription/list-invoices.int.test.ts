import type { ProviderSubscription } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { changeSession } from '../session-change/change-session.ts';
import { listInvoices } from './list-invoices.ts';
import { listSessionSubscriptions } from './list-session-subscriptions.ts';
import { recordSubscription } from './record-subscription.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

type LatestInvoice = ProviderSubscription['latestInvoice'];
const invoice = (id: string, paymentStatus: string, amountMinor = 900): LatestInvoice => ({
  id,
  amountMinor,
  currency: 'eur',
  paymentStatus,
});

/** Creates a session whose subscription is read from the provider with one latest invoice after the other. */
async function createSubscription(
  id: string,
  providerId: string,
  invoices: readonly LatestInvoice[],
): Promise<string> {
  for (const latestInvoice of invoices) {
    await changeSession(ops.deps, ops.caller, id, async (change) =>
      recordSubscription(
        ops.deps,
        change,
        change.attempt,
        await change.repositories.subscriptions.findByAttempt(change.attempt.id),
        { ...subscriptionWith(providerId, 1), latestInvoice },
        { source: 'sweep', event: null },
      ),
    );
  }
  const subscriptions = await listSessionSubscriptions(ops.deps, ops.scope, { id });
  const subscription = subscriptions.find(
    ({ provider_subscription_id }) => provider_subscription_id === providerId,
  );
  if (!subscription) throw new Error('there is no subscription');
  return subscription.id;
}

it('lists each invoice of a subscription once, newest first, with its last status', async () => {
  const payable = await ops.payable();
  const { id } = payable;
  const first = await createSubscription(id, 'sub_first', [
    null,
    invoice('in_1', 'open'),
    invoice('in_2', 'failed', 1200),
    // A late update of an older invoice leaves it at its place.
    invoice('in_1', 'paid'),
  ]);
  // Its events are among those of the same session.
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  const next = await ops.supersede(payable);
  const second = await createSubscription(next.id, 'sub_second', [invoice('in_3', 'open', 700)]);
  const { data: listed, has_more } = await listInvoices(ops.deps, ops.scope, { id: first });
  expect(listed).toMatchObject([
    { id: 'in_2', amount_minor: 1200, currency: 'eur', payment_status: 'failed' },
    { id: 'in_1', amount_minor: 900, currency: 'eur', payment_status: 'paid' },
  ]);
  expect(has_more).toBe(false);
  // Four of the first subscription, and one of the second.
  const subscriptionEvents = 5;
  const { subscriptions } = ops.database.forScope(ops.scope);
  const stored = await subscriptions.find(first);
  if (!stored) throw new Error('the subscription is stored');
  const newest = await subscriptions.listInvoices(stored.subscription, subscriptionEvents - 1);
  expect(newest.hasMore).toBe(true);
  const events = await ops.events(id);
  const seen = events.find(({ payload }) => JSON.stringify(payload).includes('in_1'));
  expect(listed[1]?.first_seen_at).toBe(seen?.createdAt.toISOString());
  expect(await listInvoices(ops.deps, ops.scope, { id: second })).toMatchObject({
    data: [{ id: 'in_3', amount_minor: 700 }],
  });
});
