import { addProviderConfig } from '@parley/db/testing';
import { DomainError } from '@parley/domain';
import { ProviderRefusal } from '@parley/provider';
import { describe, expect, it } from 'vitest';
import { line, monthly, usePayerPage } from '../../test/payer-page.ts';
import { checkAttempt } from '../attempt/check-attempt.ts';
import { replaceCart } from '../session/replace-cart.ts';

const page = usePayerPage();
const payer_contact = { email: 'ada@example.com' };
const item = { name: 'Coffee', quantity: 1, unitAmountMinor: 4200, priceId: null };
const recurring = { interval: 'month', intervalCount: 1 };

describe('the payment intent of a payer page', () => {
  it('takes the charge under the reserved key and sends the receipt to the payer', async () => {
    const { id, keys, metadata } = await page.reserved({}, { payer_contact });
    await page.prepare(id);
    const charge = { amountMinor: 4200, currency: 'eur' };
    const creation = { idempotencyKey: keys.root, metadata };
    expect(page.created).toStrictEqual([
      ['pi', { ...creation, charge, receiptEmail: payer_contact.email }],
    ]);
    expect(await page.getAttempt(id)).toMatchObject({
      status: 'confirmed',
      rootCreatedBy: 'payer_page',
    });
  });

  it('sends no receipt where Parley does, even if the setting changes before it is page.created again', async () => {
    const { client } = page.ops.database;
    const setSetting = (emailReceipts: boolean) =>
      client.merchant.updateMany({ data: { emailReceipts } });
    const { createPaymentIntent } = page.ops.stub.provider;
    for (const before of [true, false]) {
      page.created = [];
      await setSetting(before);
      const { id } = await page.reserved({}, { payer_contact });
      page.ops.stub.provider.createPaymentIntent = async (input) => {
        await createPaymentIntent(input);
        throw new DomainError('provider_error');
      };
      await expect(page.prepare(id)).rejects.toThrow();
      await setSetting(!before);
      page.ops.stub.provider.createPaymentIntent = createPaymentIntent;
      await page.prepare(id);
      const inputs = page.created.map(([, input]) => input);
      expect(inputs).toHaveLength(2);
      expect(inputs[1]).toStrictEqual(inputs[0]);
      expect('receiptEmail' in (inputs[0] ?? {})).toBe(!before);
    }
    await setSetting(false);
  });

  it('can be charged again later for a subscription', async () => {
    const { id } = await page.reserved({ commercial_mode: 'subscription' });
    await page.prepare(id);
    expect(page.created[0]?.[1]).toMatchObject({ reusable: true });
    expect(page.created[0]?.[1]).not.toHaveProperty('receiptEmail');
  });
});

describe('the checkout session of a payer page', () => {
  it.each([
    ['one_time', 120, [line], 'payment', null],
    ['subscription', 120, [monthly], 'subscription', recurring],
  ] as const)('of mode %s sells the cart until the deadline', async (...row) => {
    const [commercial_mode, minutes, lines, mode, interval] = row;
    const expiresAt = new Date(Date.now() + minutes * 60_000);
    const { id, keys, metadata } = await page.reserved(
      { commercial_mode, integration_path: 'checkout_session' },
      { payer_contact, cart_snapshot: { lines }, expires_at: expiresAt.toISOString() },
    );
    await page.prepare(id);
    const cancelUrl = `https://pay.test/${id}?pk=pk_1`;
    expect(page.created).toStrictEqual([
      [
        'cs',
        {
          idempotencyKey: keys.root,
          metadata,
          items: [{ ...item, recurring: interval }],
          trialDays: null,
          currency: 'eur',
          mode,
          uiMode: 'embedded',
          cancelUrl,
          returnUrl: `${cancelUrl}&redirect_status=returned`,
          expiresAt,
          email: payer_contact.email,
        },
      ],
    ]);
  });

  it.each([
    ['too soon', 20],
    ['too late', 24 * 60],
  ])('has the provider’s own deadline when that of the session is %s', async (_, minutes) => {
    const expires_at = new Date(Date.now() + minutes * 60_000 + 30_000).toISOString();
    const { id } = await page.reserved({ integration_path: 'checkout_session' }, { expires_at });
    await page.prepare(id);
    expect(page.created[0]?.[1]).toMatchObject({ expiresAt: null });
    expect(page.created[0]?.[1]).not.toHaveProperty('email');
  });
});

it.each([
  ['hosted', 'hosted'],
  ['custom', 'custom'],
] as const)(
  'a checkout session is page.created as %s and for a known customer',
  async (mode, uiMode) => {
    const { id, attemptId } = await page.reserved(
      { integration_path: 'checkout_session', checkout_ui_mode: mode },
      { payer_contact },
    );
    await page.attachCustomer(id, attemptId);
    await page.prepare(id);
    expect(page.created[0]?.[1]).toMatchObject({ uiMode, customerId: 'cus_known' });
    expect(page.created[0]?.[1]).not.toHaveProperty('email');
  },
);

describe('the subscription of a payer page', () => {
  const direct = {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  } as const;

  it('belongs to a customer that is page.created before it, once', async () => {
    const { id, attemptId, keys, metadata } = await page.reserved(direct, { payer_contact });
    await page.prepare(id);
    const { providerCustomerId: customerId, status } = await page.getAttempt(id);
    expect(page.created).toStrictEqual([
      ['cus', { idempotencyKey: `${attemptId}:customer`, metadata, email: payer_contact.email }],
      [
        'sub',
        {
          idempotencyKey: keys.root,
          metadata,
          items: [{ ...item, recurring }],
          trialDays: null,
          currency: 'eur',
          customerId,
        },
      ],
    ]);
    expect(status).toBe('confirmed');
  });

  it('fails with its customer, which the provider refuses', async () => {
    const { id } = await page.reserved(direct, { payer_contact });
    page.ops.stub.provider.createCustomer = async () => {
      throw new ProviderRefusal('email_invalid', null);
    };
    await page.prepare(id);
    expect(await page.getAttempt(id)).toMatchObject({
      status: 'failed',
      statusReason: 'email_invalid',
    });
  });

  it('belongs to a new customer after a change to another provider account', async () => {
    const { id, attemptId } = await page.reserved(direct);
    await page.prepare(id);
    const { providerCustomerId: customerId } = await page.getAttempt(id);
    const { ops } = page;
    await ops.database.client.providerConfig.updateMany({ data: { status: 'retired' } });
    const merchantProviderConfigId = await addProviderConfig(ops.database, ops.scope);
    const cart_snapshot = { lines: [{ ...monthly, name: 'Tea' }] };
    const cart = { amount_minor: 4200, currency: 'eur', cart_snapshot, expected_cart_version: 1 };
    await replaceCart(ops.deps, ops.caller, { id, ...cart });
    await checkAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
    await page.prepare(id);
    const next = await page.getAttempt(id);
    expect(next).toMatchObject({ status: 'confirmed', merchantProviderConfigId });
    expect(next.providerCustomerId).toMatch(/^cus_/);
    expect(next.providerCustomerId).not.toBe(customerId);
  });

  it('is left to the merchant when it charges a saved card of an unknown customer', async () => {
    const { id } = await page.reserved({
      ...direct,
      direct_subscription_source: 'saved_payment_method',
    });
    expect(await page.prepare(id)).toMatchObject({ form: null, waiting: true });
    expect(page.created).toEqual([]);
  });

  it('charges the saved card of a customer that the merchant attached, unless it has a trial', async () => {
    const saved = { ...direct, direct_subscription_source: 'saved_payment_method' } as const;
    const charged = await page.reserved(saved);
    await page.attachCustomer(charged.id, charged.attemptId);
    await page.prepare(charged.id);
    expect(page.created.map(([kind]) => kind)).toEqual(['sub']);
    expect(page.created[0]?.[1]).toMatchObject({ customerId: 'cus_known' });
    const lines = [{ ...monthly, trial_period_days: 14 }];
    const later = await page.reserved(saved, { cart_snapshot: { lines } });
    await page.attachCustomer(later.id, later.attemptId);
    expect(await page.prepare(later.id)).toMatchObject({ form: null, waiting: true });
    expect(page.created).toHaveLength(1);
  });
});
