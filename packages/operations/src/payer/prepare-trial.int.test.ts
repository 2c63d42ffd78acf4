import { DomainError } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { monthly, setupIntent, usePayerPage } from '../../test/payer-page.ts';
import { checkAttempt } from '../attempt/check-attempt.ts';
import { startTrial } from '../attempt/start-trial.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { syncPayment } from './sync-payment.ts';

const page = usePayerPage();

describe('a trial on a payer page', () => {
  const trial = {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  } as const;
  const cart = { cart_snapshot: { lines: [{ ...monthly, trial_period_days: 14 }] } };

  it('starts with the card that the payer saved', async () => {
    const { id, keys, metadata } = await page.reserved(trial, cart);
    expect(await page.prepare(id)).toMatchObject({
      waiting: false,
      form: { kind: 'setup', client_secret: 'seti_secret' },
    });
    const { providerCustomerId: customerId } = await page.getAttempt(id);
    const creation = { idempotencyKey: keys.setup_intent, metadata, customerId };
    expect(page.created.map(([kind]) => kind)).toEqual(['cus', 'seti']);
    expect(page.created[1]?.[1]).toStrictEqual(creation);
    page.setup = setupIntent(page.setup.id, { paymentMethodId: 'pm_1' });
    await page.prepare(id);
    expect(page.created[2]?.[1]).toMatchObject({
      trialDays: 14,
      customerId,
      paymentMethodId: 'pm_1',
    });
  });

  it('is left to the merchant when its own server requested the card', async () => {
    const { id } = await page.reserved(trial, cart);
    await page.prepare(id, 'api_key');
    page.setup = setupIntent(page.setup.id, { paymentMethodId: 'pm_1' });
    expect(await page.prepare(id)).toMatchObject({ form: null, waiting: true });
    expect(page.created.map(([kind]) => kind)).toEqual(['cus', 'seti']);
  });

  it.each<[string, object | null]>([
    ['was canceled', { isCanceled: true }],
    ['is no longer returned', null],
    ['has no secret for the page', { clientSecret: null }],
  ])('waits for the merchant when the setup intent %s', async (_, change) => {
    const { id } = await page.reserved(trial, cart);
    await page.prepare(id);
    const readSetupIntent = async () => change && { ...page.setup, ...change };
    const prepared = await page.ops.stub.override({ readSetupIntent }, () => page.prepare(id));
    expect(prepared).toMatchObject({ form: null, waiting: true });
    expect(page.created.map(([kind]) => kind)).toEqual(['cus', 'seti']);
  });

  it('delays the payer after declined cards, and cancels the attempt and its setup intent after ten', async () => {
    const { id, attemptId } = await page.reserved(trial, cart);
    await page.prepare(id);
    const { provider } = page.ops.stub;
    const canceled: string[] = [];
    const decline = async (n: number) => {
      page.setup = {
        ...page.setup,
        decline: { id: `setatt_${n}_${id}`, code: 'card_declined', at: null },
      };
      await startTrial(page.ops.deps, page.ops.caller, (await page.ops.read(id)).attempt);
    };
    for (const n of [1, 2, 3]) await decline(n);
    // The page reads the same decline again.
    expect(await page.prepare(id)).toMatchObject({ form: {}, page: { retry_at: null } });
    page.setup = {
      ...page.setup,
      decline: { id: `setatt_4_${id}`, code: 'expired_card', at: null },
    };
    expect(await page.prepare(id)).toMatchObject({
      form: null,
      page: { retry_at: expect.any(String) },
    });
    expect((await page.ops.read(id)).session.declineCount).toBe(4);

    for (const n of [5, 6, 7, 8, 9]) await decline(n);
    provider.cancelSetupIntent = async () => {
      throw new DomainError('provider_error');
    };
    await decline(10);
    expect(await page.prepare(id)).toMatchObject({
      form: null,
      page: { declined_too_often: true },
    });
    expect((await page.getAttempt(id)).providerCheckAt).not.toBeNull();
    const check = () => checkAttempt(page.ops.deps, page.ops.caller, { sessionId: id, attemptId });
    // A card that was saved before the setup intent could be closed starts the trial.
    provider.cancelSetupIntent = async () => {};
    page.setup = setupIntent(page.setup.id, { paymentMethodId: 'pm_1' });
    expect(await check()).toBe('setup_closed');
    expect(await page.getAttempt(id)).toMatchObject({ status: 'reserved' });
    provider.cancelSetupIntent = async (setupId) => {
      canceled.push(setupId);
      page.setup = setupIntent(setupId, { isCanceled: true });
    };
    expect(await check()).toBe('setup_closed');
    expect(canceled).toEqual([page.setup.id]);
    const canceledAttempt = { status: 'canceled', statusReason: 'too_many_declines' };
    expect(await page.getAttempt(id)).toMatchObject(canceledAttempt);
  });

  it('starts with a card that was saved before the payer has to wait', async () => {
    const { id } = await page.reserved(trial, cart);
    await page.prepare(id);
    page.setup = setupIntent(page.setup.id, { paymentMethodId: 'pm_1' });
    await page.ops.database.client.proxySession.updateMany({
      where: { merchantId: page.ops.scope.merchantId, id },
      data: { declineCount: 4, lastDeclinedAt: new Date() },
    });
    const payer = { ...page.ops.caller, actor: { kind: 'payer', id: null } } as const;
    await syncPayment(page.ops.deps, payer, { id, pk: 'pk_1' });
    expect(page.created.map(([kind]) => kind)).toContain('sub');
  });

  it('is reserved again when its cart was replaced', async () => {
    const { id, attemptId } = await page.reserved(trial, cart);
    await page.prepare(id);
    await replaceCart(page.ops.deps, page.ops.caller, {
      id,
      amount_minor: 4200,
      currency: 'eur',
      cart_snapshot: { lines: [{ ...monthly, trial_period_days: 7 }] },
      expected_cart_version: 1,
    });
    await page.prepare(id);
    const [first, second] = await page.ops.repositories.attempts.listReserved(id);
    expect(first).toMatchObject({ id: attemptId, status: 'superseded' });
    expect(second).toMatchObject({ supersedesAttemptId: attemptId, reservedCartVersion: 2 });
    expect(second?.providerCustomerId).toBe(first?.providerCustomerId);
  });
});
