import type { PaymentForm } from '@parley/operations';
import { runsEveryCombination } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { sessionReaches, settlePayment } from '../provider.ts';
import { startHosted } from './hosted.ts';
import { cards, type Link } from './payer-browser.ts';
import { checkout, getFixed, getMount, paths, reservedBy } from './reservations.ts';

const hosted = await startHosted();
afterAll(() => hosted.stop());

const uiModes = ['hosted', 'embedded', 'custom'];

/**
 * The paths whose payment may settle later. In a run without every combination, the checkout sessions
 * of each mode have one UI mode per outcome: over the three outcomes, each has every UI mode.
 */
const pathsFor = (outcomeIndex: number) =>
  paths
    .filter(
      (path) =>
        path.checkout_ui_mode !== undefined || getMount(getFixed(path), 'reserved') === 'payment',
    )
    .filter(({ checkout_ui_mode: uiMode, commercial_mode: mode }) => {
      if (uiMode === undefined || runsEveryCombination) return true;
      const shift = mode === 'subscription' ? 1 : 0;
      return uiMode === uiModes[(outcomeIndex + shift) % uiModes.length];
    })
    .map((path) => ({ path, name: Object.values(path).join(', ') }));

/** Ends the processing of a session's payment with the outcome of its card. */
async function settle(link: Link, form: PaymentForm): Promise<void> {
  const [{ provider_root_object_id: rootId }] = await hosted.attempts(link);
  await settlePayment(hosted.payments, rootId, { clientSecret: form.client_secret });
}

describe.concurrent('a payment that settles later', () => {
  it.each(pathsFor(0))(
    'is processing and settles while no page is open: $name',
    async ({ path }) => {
      const { link } = await reservedBy(hosted.payments, getFixed(path));
      const { form } = await hosted.payable(link);
      expect((await hosted.submit(form, cards.settlesLater)).status).toBe(200);
      const underWay = await hosted.payer.call('syncPayment', link);
      expect(underWay).toMatchObject({ status: 'payment_processing' });
      const again = await hosted.payer.call('preparePayment', link);
      expect(again).toMatchObject({ form: null, waiting: false });
      expect((await hosted.payer.checkCharge(link, underWay)).payable).toBe(false);
      await settle(link, form);
      await sessionReaches(hosted.payments.api, link.id, { status: 'paid' });
    },
  );

  it.each(pathsFor(1))('can be tried again after it failed: $name', async ({ path }) => {
    const { link } = await reservedBy(hosted.payments, getFixed(path));
    const { form } = await hosted.payable(link);
    await hosted.submit(form, cards.failsLater);
    await hosted.payer.call('syncPayment', link);
    await settle(link, form);
    await sessionReaches(hosted.payments.api, link.id, {
      status: 'payer_opened',
      presentation_state: 'retry_available',
    });
    const again = await hosted.payable(link);
    await hosted.submit(again.form, cards.visa);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'paid' });
  });

  it.each(pathsFor(2))(
    'keeps its provider object after an abandoned authentication: $name',
    async ({ path }) => {
      const { link } = await reservedBy(hosted.payments, getFixed(path));
      const { form } = await hosted.payable(link);
      await hosted.submit(form, cards.authenticated);
      const challenged = await hosted.payer.call('syncPayment', link);
      const hidden =
        path.integration_path === 'checkout_session' && path.commercial_mode === 'subscription';
      expect(challenged.presentation_state).toBe(hidden ? 'checkout_available' : 'action_required');
      // As after a reload: the same provider object accepts another card.
      const again = await hosted.prepared(link);
      expect(again.form.client_secret).toBe(form.client_secret);
      await hosted.submit(again.form, cards.visa);
      expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'paid' });
    },
  );
});

describe.concurrent('a provider object that expired at the provider', () => {
  it.each([
    ['reserved', 'one_time'],
    ['confirmed', 'one_time'],
    ['reserved', 'subscription'],
  ] as const)('is replaced by the page: %s by the merchant, %s', async (progress, mode) => {
    const { link } = await reservedBy(hosted.payments, checkout(mode), { progress });
    const { form } = await hosted.payable(link);
    const id = form.client_secret?.split('_secret_')[0] ?? '';
    await hosted.payments.stripe.checkout.sessions.expire(id);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({
      presentation_state: 'retry_available',
    });
    const again = await hosted.payable(link);
    expect(again.form.client_secret).not.toBe(form.client_secret);
    await hosted.submit(again.form, cards.visa);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'paid' });
  });
});
