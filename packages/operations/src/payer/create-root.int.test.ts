import type { ReserveAttemptInput } from '@parley/contract';
import { DomainError } from '@parley/domain';
import type { ProviderRoot, ProviderSetup } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Operations, rootOf, startOperations, waiting } from '../../test/operations.ts';
import { attachProviderObject } from '../attempt/attach-provider-object.ts';
import { checkAttempt } from '../attempt/check-attempt.ts';
import { startTrial } from '../attempt/start-trial.ts';
import type { Caller } from '../request/caller.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { preparePayment } from './prepare-payment.ts';
import { syncPayment } from './sync-payment.ts';

let ops: Operations;
/** What was created at the provider: the kind of object and the input. */
let created: [kind: string, input: object][];
let setup: ReturnType<typeof setupIntent>;

beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(() => {
  created = [];
  const create = (kind: string, type: string, change: Partial<ProviderRoot> = {}) => {
    return async (input: object) => {
      created.push([kind, input]);
      const id = `${kind}_${ops.deps.newId('evt')}`;
      const root = { ...rootOf(id, waiting), type, clientSecret: 'secret', ...change };
      ops.stub.objects.set(id, root);
      return root;
    };
  };
  const { provider } = ops.stub;
  provider.createPaymentIntent = create('pi', 'payment_intent');
  provider.createCheckoutSession = create('cs', 'checkout.session');
  provider.createSubscription = create('sub', 'subscription');
  provider.createCustomer = async (input) => {
    created.push(['cus', input]);
    return `cus_${ops.deps.newId('evt')}`;
  };
  provider.createSetupIntent = async (input) => {
    created.push(['seti', input]);
    setup = setupIntent(`seti_${ops.deps.newId('evt')}`, 'requires_payment_method');
    return setup;
  };
  provider.readSetupIntent = async () => setup;
});
afterAll(() => ops.close());

const setupIntent = (
  id: string,
  status: string,
  paymentMethodId: string | null = null,
): ProviderSetup => ({
  id,
  clientSecret: 'seti_secret',
  status,
  paymentMethodId,
  decline: null,
});
const payer_contact = { email: 'ada@example.com' };
const line = { name: 'Coffee', quantity: 1, unit_amount_minor: 4200 };
const monthly = { ...line, interval: 'month' };
const item = { name: 'Coffee', quantity: 1, unitAmountMinor: 4200, priceId: null };
const recurring = { interval: 'month', intervalCount: 1 };

/** A reserved session, with what its objects must be created with. */
async function reserved(options: Partial<ReserveAttemptInput>, change: object = {}) {
  const { id } = await ops.session({ cart_snapshot: { lines: [monthly] }, ...change });
  const { acquisition_attempt: attempt, provider } = await ops.reserve(id, options);
  const { idempotency_keys: keys, metadata } = provider;
  return { id, attemptId: attempt.id, keys, metadata };
}
const prepare = (id: string, kind: 'payer' | 'api_key' = 'payer') => {
  const caller: Caller = { ...ops.caller, actor: { kind, id: null } };
  return preparePayment(ops.deps, caller, { id, pk: 'pk_1' });
};
/** Attaches a customer of the merchant's server. */
async function attachCustomer(id: string, attemptId: string) {
  await attachProviderObject(ops.deps, ops.caller, {
    proxy_session_id: id,
    acquisition_attempt_id: attemptId,
    expected_version: (await attemptOf(id)).version,
    role: 'customer',
    object_type: 'customer',
    object_id: 'cus_known',
  });
}
const attemptOf = async (id: string) => (await ops.read(id)).attempt;

describe('the payment intent of a payer page', () => {
  it('takes the charge under the reserved key and sends the receipt to the payer', async () => {
    const { id, keys, metadata } = await reserved({}, { payer_contact });
    await prepare(id);
    const charge = { amountMinor: 4200, currency: 'eur' };
    const creation = { idempotencyKey: keys.root, metadata };
    expect(created).toStrictEqual([
      ['pi', { ...creation, charge, receiptEmail: payer_contact.email }],
    ]);
    expect(await attemptOf(id)).toMatchObject({ status: 'confirmed', rootCreatedBy: 'payer_page' });
  });

  it('sends no receipt where Parley does, also if the setting changes before it is created again', async () => {
    const { client } = ops.database;
    const setSetting = (emailReceipts: boolean) =>
      client.merchant.updateMany({ data: { emailReceipts } });
    const { createPaymentIntent } = ops.stub.provider;
    for (const before of [true, false]) {
      created = [];
      await setSetting(before);
      const { id } = await reserved({}, { payer_contact });
      ops.stub.provider.createPaymentIntent = async (input) => {
        await createPaymentIntent(input);
        throw new DomainError('provider_error');
      };
      await expect(prepare(id)).rejects.toThrow();
      await setSetting(!before);
      ops.stub.provider.createPaymentIntent = createPaymentIntent;
      await prepare(id);
      const inputs = created.map(([, input]) => input);
      expect(inputs).toHaveLength(2);
      expect(inputs[1]).toStrictEqual(inputs[0]);
      expect('receiptEmail' in (inputs[0] ?? {})).toBe(!before);
    }
    await setSetting(false);
  });

  it('can be charged again later for a subscription', async () => {
    const { id } = await reserved({ commercial_mode: 'subscription' });
    await prepare(id);
    expect(created[0]?.[1]).toMatchObject({ reusable: true });
    expect(created[0]?.[1]).not.toHaveProperty('receiptEmail');
  });
});

describe('the checkout session of a payer page', () => {
  it.each([
    ['one_time', 120, [line], 'payment', null],
    ['subscription', 120, [monthly], 'subscription', recurring],
  ] as const)('of mode %s sells the cart until the deadline', async (...row) => {
    const [commercial_mode, minutes, lines, mode, interval] = row;
    const expiresAt = new Date(Date.now() + minutes * 60_000);
    const { id, keys, metadata } = await reserved(
      { commercial_mode, integration_path: 'checkout_session' },
      { payer_contact, cart_snapshot: { lines }, expires_at: expiresAt.toISOString() },
    );
    await prepare(id);
    const cancelUrl = `https://pay.test/${id}?pk=pk_1`;
    expect(created).toStrictEqual([
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
    const { id } = await reserved({ integration_path: 'checkout_session' }, { expires_at });
    await prepare(id);
    expect(created[0]?.[1]).toMatchObject({ expiresAt: null });
    expect(created[0]?.[1]).not.toHaveProperty('email');
  });
});

it.each([
  ['hosted', 'hosted'],
  ['custom', 'custom'],
] as const)(
  'a checkout session is created as %s and for a known customer',
  async (mode, uiMode) => {
    const { id, attemptId } = await reserved(
      { integration_path: 'checkout_session', checkout_ui_mode: mode },
      { payer_contact },
    );
    await attachCustomer(id, attemptId);
    await prepare(id);
    expect(created[0]?.[1]).toMatchObject({ uiMode, customerId: 'cus_known' });
    expect(created[0]?.[1]).not.toHaveProperty('email');
  },
);

describe('the subscription of a payer page', () => {
  const direct = {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  } as const;

  it('belongs to a customer that is created before it, once', async () => {
    const { id, attemptId, keys, metadata } = await reserved(direct, { payer_contact });
    await prepare(id);
    const { providerCustomerId: customerId, status } = await attemptOf(id);
    expect(created).toStrictEqual([
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

  it('is left to the merchant when it charges a saved card of an unknown customer', async () => {
    const { id } = await reserved({
      ...direct,
      direct_subscription_source: 'saved_payment_method',
    });
    expect(await prepare(id)).toMatchObject({ form: null, waiting: true });
    expect(created).toEqual([]);
  });

  it('charges the saved card of a customer that the merchant attached, unless it has a trial', async () => {
    const saved = { ...direct, direct_subscription_source: 'saved_payment_method' } as const;
    const charged = await reserved(saved);
    await attachCustomer(charged.id, charged.attemptId);
    await prepare(charged.id);
    expect(created.map(([kind]) => kind)).toEqual(['sub']);
    expect(created[0]?.[1]).toMatchObject({ customerId: 'cus_known' });
    const lines = [{ ...monthly, trial_period_days: 14 }];
    const later = await reserved(saved, { cart_snapshot: { lines } });
    await attachCustomer(later.id, later.attemptId);
    expect(await prepare(later.id)).toMatchObject({ form: null, waiting: true });
    expect(created).toHaveLength(1);
  });
});

describe('a trial on a payer page', () => {
  const trial = {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  } as const;
  const cart = { cart_snapshot: { lines: [{ ...monthly, trial_period_days: 14 }] } };

  it('starts with the card that the payer saved', async () => {
    const { id, keys, metadata } = await reserved(trial, cart);
    expect(await prepare(id)).toMatchObject({
      waiting: false,
      form: { kind: 'setup', client_secret: 'seti_secret' },
    });
    const { providerCustomerId: customerId } = await attemptOf(id);
    const creation = { idempotencyKey: keys.setup_intent, metadata, customerId };
    expect(created.map(([kind]) => kind)).toEqual(['cus', 'seti']);
    expect(created[1]?.[1]).toStrictEqual(creation);
    setup = setupIntent(setup.id, 'succeeded', 'pm_1');
    await prepare(id);
    expect(created[2]?.[1]).toMatchObject({ trialDays: 14, customerId, paymentMethodId: 'pm_1' });
  });

  it('is left to the merchant when its own server asked for the card', async () => {
    const { id } = await reserved(trial, cart);
    await prepare(id, 'api_key');
    setup = setupIntent(setup.id, 'succeeded', 'pm_1');
    expect(await prepare(id)).toMatchObject({ form: null, waiting: true });
    expect(created.map(([kind]) => kind)).toEqual(['cus', 'seti']);
  });

  it.each<[string, object | null]>([
    ['was canceled', { status: 'canceled' }],
    ['is no longer returned', null],
    ['has no secret for the page', { clientSecret: null }],
    ['was saved without a card', { status: 'succeeded', clientSecret: null }],
  ])('waits for the merchant when the setup intent %s', async (_, change) => {
    const { id } = await reserved(trial, cart);
    await prepare(id);
    const readSetupIntent = async () => change && { ...setup, ...change };
    const prepared = await ops.stub.override({ readSetupIntent }, () => prepare(id));
    expect(prepared).toMatchObject({ form: null, waiting: true });
    expect(created.map(([kind]) => kind)).toEqual(['cus', 'seti']);
  });

  it('delays the payer after declined cards, and cancels the attempt and its setup intent after ten', async () => {
    const { id, attemptId } = await reserved(trial, cart);
    await prepare(id);
    const { provider } = ops.stub;
    const canceled: string[] = [];
    const decline = async (n: number) => {
      setup = { ...setup, decline: { id: `setatt_${n}_${id}`, code: 'card_declined', at: null } };
      await startTrial(ops.deps, ops.caller, (await ops.read(id)).attempt);
    };
    for (const n of [1, 2, 3]) await decline(n);
    // The page reads the same decline again.
    expect(await prepare(id)).toMatchObject({ form: {}, page: { retry_at: null } });
    setup = { ...setup, decline: { id: `setatt_4_${id}`, code: 'expired_card', at: null } };
    expect(await prepare(id)).toMatchObject({ form: null, page: { retry_at: expect.any(String) } });
    expect((await ops.read(id)).session.declineCount).toBe(4);

    for (const n of [5, 6, 7, 8, 9]) await decline(n);
    provider.cancelSetupIntent = async () => {
      throw new DomainError('provider_error');
    };
    await decline(10);
    expect(await prepare(id)).toMatchObject({ form: null, page: { declined_too_often: true } });
    expect((await attemptOf(id)).providerCheckAt).not.toBeNull();
    const check = () => checkAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
    // A card that was saved before the setup intent could be closed starts the trial.
    provider.cancelSetupIntent = async () => {};
    setup = setupIntent(setup.id, 'succeeded', 'pm_1');
    expect(await check()).toBe('setup_closed');
    expect(await attemptOf(id)).toMatchObject({ status: 'reserved' });
    provider.cancelSetupIntent = async (setupId) => {
      canceled.push(setupId);
      setup = setupIntent(setupId, 'canceled');
    };
    expect(await check()).toBe('setup_closed');
    expect(canceled).toEqual([setup.id]);
    const canceledAttempt = { status: 'canceled', statusReason: 'too_many_declines' };
    expect(await attemptOf(id)).toMatchObject(canceledAttempt);
  });

  it('starts with a card that was saved before the payer has to wait', async () => {
    const { id } = await reserved(trial, cart);
    await prepare(id);
    setup = setupIntent(setup.id, 'succeeded', 'pm_1');
    await ops.database.client.proxySession.updateMany({
      where: { merchantId: ops.scope.merchantId, id },
      data: { declineCount: 4, lastDeclinedAt: new Date() },
    });
    const payer = { ...ops.caller, actor: { kind: 'payer', id: null } } as const;
    await syncPayment(ops.deps, payer, { id, pk: 'pk_1' });
    expect(created.map(([kind]) => kind)).toContain('sub');
  });

  it('is reserved again when its cart was replaced', async () => {
    const { id, attemptId } = await reserved(trial, cart);
    await prepare(id);
    await replaceCart(ops.deps, ops.caller, {
      id,
      amount_minor: 4200,
      currency: 'eur',
      cart_snapshot: { lines: [{ ...monthly, trial_period_days: 7 }] },
      expected_cart_version: 1,
    });
    await prepare(id);
    const [first, second] = await ops.repositories.attempts.listReserved(id);
    expect(first).toMatchObject({ id: attemptId, status: 'superseded' });
    expect(second).toMatchObject({ supersedesAttemptId: attemptId, reservedCartVersion: 2 });
    expect(second?.providerCustomerId).toBe(first?.providerCustomerId);
  });
});
