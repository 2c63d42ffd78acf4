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

it('lists each invoice once, newest first, with its last status', async () => {
  const { id } = await ops.payable();
  const read = (latestInvoice: LatestInvoice) =>
    changeSession(ops.deps, ops.caller, id, async (change) =>
      recordSubscription(
        ops.deps,
        change,
        change.attempt,
        await change.repositories.subscriptions.findByAttempt(change.attempt.id),
        { ...subscriptionWith('sub_invoices', 1), latestInvoice },
        { source: 'sweep', event: null },
      ),
    );
  await read(null);
  await read(invoice('in_1', 'open'));
  await read(invoice('in_1', 'paid'));
  await read(invoice('in_2', 'failed', 1200));
  const [subscription] = await listSessionSubscriptions(ops.deps, ops.scope, { id });
  if (!subscription) throw new Error('there is no subscription');
  const { data: listed, has_more } = await listInvoices(ops.deps, ops.scope, {
    id: subscription.id,
  });
  expect(listed).toMatchObject([
    { id: 'in_2', amount_minor: 1200, currency: 'eur', payment_status: 'failed' },
    { id: 'in_1', amount_minor: 900, currency: 'eur', payment_status: 'paid' },
  ]);
  expect(has_more).toBe(false);
  const subscriptionEvents = 4;
  const { subscriptions } = ops.database.forScope(ops.scope);
  const stored = await subscriptions.find(subscription.id);
  if (!stored) throw new Error('the subscription is stored');
  const newest = await subscriptions.listInvoices(stored.subscription, subscriptionEvents - 1);
  expect(newest.hasMore).toBe(true);
  const events = await ops.events(id);
  const first = events.find(({ payload }) => JSON.stringify(payload).includes('in_1'));
  expect(listed[1]?.first_seen_at).toBe(first?.createdAt.toISOString());
});
