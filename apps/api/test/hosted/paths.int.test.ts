import { runsEveryCombination } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { readEvents, sessionReaches } from '../provider.ts';
import { startHosted } from './hosted.ts';
import { cards } from './payer-browser.ts';
import { getMount, paths, reservedBy } from './reservations.ts';

const hosted = await startHosted();
afterAll(() => hosted.stop());

const combinations = paths.flatMap((path, pathIndex) =>
  (['fixed', 'provider_finalized'] as const).flatMap((pricing_mode, pricingIndex) =>
    (['reserved', 'attached', 'confirmed'] as const).map((progress, progressIndex) => ({
      reservation: { ...path, pricing_mode },
      progress,
      name: [...Object.values(path), pricing_mode, `${progress} by the merchant`].join(', '),
      // Every path in every pricing mode and at every progress.
      isInHalf: (pathIndex + pricingIndex + progressIndex) % 2 === 0,
      // Every path once and every progress several times.
      isInThird: (pathIndex + progressIndex) % 3 === 0,
    })),
  ),
);
const rows = combinations.filter(({ isInHalf }) => runsEveryCombination || isInHalf);
const declines = combinations.filter(
  ({ reservation, isInThird }) =>
    reservation.pricing_mode === 'fixed' && (runsEveryCombination || isInThird),
);

describe.concurrent('the payer page on every integration path, commercial mode, pricing mode and merchant progress', () => {
  it.each(rows)('takes the payment: $name', async ({ reservation, progress }) => {
    const { link, rootId } = await reservedBy(hosted.payments, reservation, { progress });
    const { form, page } = await hosted.payable(link);
    expect(form.kind).toBe(getMount(reservation, progress));
    expect(page).toMatchObject({ amount_minor: 4200, currency: 'eur' });
    expect((await hosted.submit(form, cards.visa)).status).toBe(200);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({
      status: 'paid',
      presentation_state: 'succeeded',
    });
    const session = await sessionReaches(hosted.payments.api, link.id, {
      status: 'paid',
      final: { amount_minor: 4200, currency: 'eur' },
      current_acquisition_attempt: { status: 'succeeded', attempt_number: 1 },
    });
    const data = await hosted.attempts(link);
    expect(data).toMatchObject([{ ...reservation, provider_confirmed_cart_version: 1 }]);
    if (rootId !== null) expect(data[0].provider_root_object_id).toBe(rootId);
    expect(session.completed_acquisition_attempt_id).toBe(data[0].id);
    await readEvents(hosted.payments.api, link.id);
    expect((await hosted.payer.call('preparePayment', link)).form).toBeNull();
  });

  it.each(declines)(
    'takes a second card after a decline with the same provider object: $name',
    async ({ reservation, progress }) => {
      const { link } = await reservedBy(hosted.payments, reservation, { progress });
      const { form } = await hosted.payable(link);
      expect((await hosted.submit(form, cards.declined)).status).toBe(402);
      const after = await hosted.payer.call('syncPayment', link);
      // Declines on the provider's page of a subscription are not visible before it is paid.
      const hidden =
        reservation.integration_path === 'checkout_session' &&
        reservation.commercial_mode === 'subscription';
      expect(after).toMatchObject({
        status: 'payer_opened',
        presentation_state: hidden ? 'checkout_available' : 'retry_available',
        status_reason: hidden ? null : 'payment_declined',
        payment_received: false,
      });
      const again = await hosted.payable(link);
      const { client_secret, url } = form;
      expect(again.form).toMatchObject({ client_secret, url });
      expect((await hosted.submit(again.form, cards.visa)).status).toBe(200);
      expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'paid' });
    },
  );
});
