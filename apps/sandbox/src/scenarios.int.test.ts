import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import {
  control,
  SECRET_KEY,
  startForTests,
  startReceiver,
  WEBHOOK_SECRET,
} from '../test/start.ts';

const webhooks = await startReceiver();
afterAll(() => webhooks.stop());
const { sandbox, stripe } = await startForTests({
  settleDelayMs: 3_600_000,
  webhookUrl: webhooks.url,
  webhookSecret: WEBHOOK_SECRET,
});

const create = (scenario: string) =>
  stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    metadata: { sandbox_scenario: scenario },
  });
const pay = (id: string) =>
  stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
const delivered = (id: string, type: string) =>
  webhooks.received.filter(({ body }) => body.type === type && body.data.object.id === id);

describe('a scenario', () => {
  it('with an unknown name is rejected', async () => {
    await expect(create('sucess')).rejects.toMatchObject({
      statusCode: 400,
      param: 'metadata[sandbox_scenario]',
    });
  });

  it('captures one minor unit less with wrong_amount', async () => {
    const { id } = await create('wrong_amount');
    expect(await pay(id)).toMatchObject({ amount: 4200, amount_received: 4199 });
  });

  it('declines a card that would succeed with decline_<code>', async () => {
    const { id } = await create('decline_stolen_card');
    await expect(pay(id)).rejects.toMatchObject({ decline_code: 'stolen_card' });
  });

  it('drops the response of a committed request with timeout', async () => {
    const key = { idempotencyKey: 'lost-response' };
    const body = { amount: 900, currency: 'eur', metadata: { sandbox_scenario: 'timeout' } };
    const first = fetch(`${sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': key.idempotencyKey },
      body: 'amount=900&currency=eur&metadata[sandbox_scenario]=timeout',
    });
    await expect(first).rejects.toThrow('fetch failed');
    const again = await stripe.paymentIntents.create(body, key);
    const found = await stripe.paymentIntents.list({ limit: 100 });
    expect(found.data.filter(({ amount }) => amount === 900).map(({ id }) => id)).toEqual([
      again.id,
    ]);
  });

  it('delivers events twice or never with duplicate_events and drop_events', async () => {
    const twice = await create('duplicate_events');
    const never = await create('drop_events');
    await pay(never.id);
    await pay(twice.id);
    await waitFor(() => delivered(twice.id, 'payment_intent.succeeded').length === 2);
    expect(delivered(never.id, 'payment_intent.succeeded')).toEqual([]);
    const { data } = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 });
    const listed = data.map((event) => (event.data.object as { id: string }).id);
    expect(listed).toContain(never.id);
  });

  it('refunds or disputes a payment with refund and dispute', async () => {
    const [refunded, disputed] = [await create('refund'), await create('dispute')];
    await pay(refunded.id);
    await pay(disputed.id);
    await waitFor(async () => {
      const [refundedCharge] = (await stripe.charges.list({ payment_intent: refunded.id })).data;
      const [disputedCharge] = (await stripe.charges.list({ payment_intent: disputed.id })).data;
      return refundedCharge?.refunded && disputedCharge?.disputed;
    });
  });
});

it('search finds an object of the search_lag scenario a minute after its creation', async () => {
  const { id } = await create('search_lag,success');
  const found = async () =>
    (await stripe.paymentIntents.search({ query: "amount:4200 AND currency:'eur'" })).data.filter(
      (intent) => intent.id === id,
    ).length;
  expect((await stripe.paymentIntents.retrieve(id)).id).toBe(id);
  expect(await found()).toBe(0);
  await control(sandbox, 'clock/advance', { seconds: '60' });
  expect(await found()).toBe(1);
});

describe('advancing the clock', () => {
  it('runs the timers that fall due', async () => {
    const { id } = await create('settle_later');
    expect((await pay(id)).status).toBe('processing');
    const { body } = await control(sandbox, 'clock/advance', { seconds: '7200' });
    expect(body.timers).toBeGreaterThanOrEqual(1);
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
    const later = await stripe.paymentIntents.create({ amount: 100, currency: 'eur' });
    expect(later.created).toBeGreaterThan(Date.now() / 1000 + 7_000);
  });
});

it('refuses new payments of an amount that the account does not accept', async () => {
  const before = await create('success');
  await control(sandbox, 'refusals', { amount: '4200' });
  await expect(create('success')).rejects.toMatchObject({
    statusCode: 400,
    code: 'amount_too_small',
    param: 'amount',
  });
  expect((await pay(before.id)).status).toBe('succeeded');
});
