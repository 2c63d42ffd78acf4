import { createCommit } from '@parley/db/testing';
import {
  getPayerPage,
  getSessionTimeline,
  listSessionOverviews,
  systemCaller,
} from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { control, payableSession, sessionReaches, startPayments } from './provider.ts';

const payments = await startPayments();
afterAll(() => payments.stop());

const { api, stripe } = payments;
const { client } = api.database;
const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
const contact = { email: 'ada@example.com', phone: '+4930123456' };
const noContact = { email: null, phone: null };

/** A session that was fulfilled 40 days ago, with its payment intent. */
async function fulfilled() {
  const made = await payableSession(payments, {
    payer_contact: contact,
    beneficiary_contact: contact,
  });
  await stripe.paymentIntents.confirm(made.intent.id, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
  await sessionReaches(api, made.id, { status: 'paid' });
  await api.post(`/proxy_sessions/${made.id}/provisioned`, { fulfillment_reference: 'order 1042' });
  const { count } = await client.proxySession.updateMany({
    where: { ...scope, id: made.id, closedAt: { not: null } },
    data: { closedAt: new Date(Date.now() - 40 * 86_400_000) },
  });
  expect(count).toBe(1);
  return made;
}

const retain = (days: number) => api.database.applyRetention(100, { contacts: days, carts: days });

it('every view of a session works without its contacts and carts', async () => {
  const { id } = await fulfilled();
  const before = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
  expect(before).toMatchObject({ payer_contact: contact, beneficiary_contact: contact });
  expect(await retain(30)).toMatchObject({ contacts: 1, carts: 1 });
  const removed = {
    payer_contact: noContact,
    beneficiary_contact: noContact,
    cart_snapshot: {},
  };
  const merchantView = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
  const emptied = (charge: object) => ({ ...charge, cart_snapshot: {} });
  expect(merchantView).toEqual({
    ...before,
    ...removed,
    requested: emptied(before.requested),
    latest_quote: emptied(before.latest_quote),
    final: emptied(before.final),
  });
  const opened = await api.post(`/proxy_sessions/${id}/payer_opened`);
  expect(opened.body).toMatchObject({ ...removed, status: 'provisioned' });
  const payerSafe = await api.get(`/proxy_sessions/${id}?pk=${api.merchant.publishableKey}`);
  expect(payerSafe.body).toMatchObject({ status: 'provisioned', amount_minor: 4200 });
  const page = await getPayerPage(api.deps, systemCaller(scope), { id });
  expect(page).toMatchObject({ status: 'provisioned', amount_minor: 4200, lines: [] });
  expect(await getSessionTimeline(api.deps, scope, { id })).toMatchObject({
    session: removed,
    lines: [],
    payments: [{ amount_minor: 4200 }],
  });
  const { data } = await listSessionOverviews(api.deps, scope, { limit: 10, sort: '-created_at' });
  expect(data.find((row) => row.id === id)).toMatchObject({
    cart_summary: null,
    final: { amount_minor: 4200 },
  });
});

it('a refund and a dispute are recorded after the removal, and begin the next period', async () => {
  const { id, intent } = await fulfilled();
  expect(await retain(30)).toMatchObject({ contacts: 1, carts: 1 });
  await stripe.refunds.create({ payment_intent: intent.id, amount: 200 });
  await control(payments, `payment_intents/${intent.id}/dispute`);
  const timeline = await waitFor(
    async () => {
      const found = await getSessionTimeline(api.deps, scope, { id });
      const [payment] = found.payments;
      return payment?.refunded_minor === 200 && payment.disputed_minor > 0 && found;
    },
    { what: 'the refund and the dispute' },
  );
  expect(timeline.session).toMatchObject({ payer_contact: noContact, cart_snapshot: {} });
  const row = await client.proxySession.findFirstOrThrow({ where: { ...scope, id } });
  expect(row.closedAt).toEqual(row.updatedAt);
  expect(await retain(30)).toMatchObject({ contacts: 0, carts: 0 });
});

it('a change that was decided before the removal does not restore the contacts', async () => {
  const { id } = await fulfilled();
  const read = await api.database.findSession(scope, id);
  if (!read) throw new Error('there is no such session');
  expect(await retain(30)).toMatchObject({ contacts: 1 });
  const result = await api.database.commit(createCommit(scope, read.session));
  expect(result).toBe('conflict');
  const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
  expect(body.payer_contact).toEqual(noContact);
});
