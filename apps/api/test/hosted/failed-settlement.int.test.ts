import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { hex } from '../api.ts';
import { readEvents, sessionReaches, settlePayment } from '../provider.ts';
import { expectMoneyRecorded } from '../recorded-money.ts';
import { startHosted } from './hosted.ts';
import { cards, type Link } from './payer-browser.ts';
import { handedOff } from './reservations.ts';

const hosted = await startHosted();
afterAll(() => hosted.stop());
const { payments, payer } = hosted;
const { api, stripe } = payments;

const readCount = async ({ id }: Link, type: string) =>
  (await readEvents(api, id)).filter((one) => one === type).length;

/** A session whose payment is processing and will fail. */
async function processing(change: object = {}) {
  const link = await handedOff(payments, change);
  const { form } = await hosted.payable(link);
  await hosted.submit(form, cards.failsLater);
  await sessionReaches(api, link.id, { status: 'payment_processing' });
  const intentId = form.client_secret?.split('_secret_')[0] ?? '';
  return { link, form, intentId };
}

/** The same after the payment failed. */
async function failed() {
  const made = await processing();
  await settlePayment(payments, made.intentId);
  await sessionReaches(api, made.link.id, {
    status: 'payer_opened',
    presentation_state: 'retry_available',
    current_acquisition_attempt: { status: 'failed' },
  });
  return made;
}

describe('a payment intent that fails after it was processing', () => {
  it('ends the attempt with an event and the code of the decline', async () => {
    const { link, intentId } = await failed();
    const { last_payment_error: error } = await stripe.paymentIntents.retrieve(intentId);
    expect(await hosted.attempts(link)).toMatchObject([
      { status: 'failed', status_reason: error?.decline_code ?? error?.code },
    ]);
    expect(await hosted.merchantView(link)).toMatchObject({
      actionable_next_step: 'supersede_attempt',
    });
    expect(await readCount(link, 'acquisition_attempt.failed')).toBe(1);
  });

  it('is canceled and replaced by another one when the payer tries again', async () => {
    const { link, form, intentId } = await failed();
    const again = await hosted.payable(link);
    expect(again.form.client_secret).not.toBe(form.client_secret);
    expect((await stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled');
    expect((await hosted.submit(form, cards.visa)).status).toBe(400);
    expect(await hosted.attempts(link)).toMatchObject([
      { status: 'superseded', provider_root_object_id: intentId },
      { status: 'confirmed' },
    ]);
    await hosted.submit(again.form, cards.visa);
    expect(await payer.call('syncPayment', link)).toMatchObject({ status: 'paid' });
  });

  it('is canceled when the merchant supersedes its attempt', async () => {
    const { link, intentId } = await failed();
    const [{ id, version }] = await hosted.attempts(link);
    const { status, body } = await api.post(
      `/proxy_sessions/${link.id}/acquisition_attempts/${id}/supersede`,
      {
        expected_version: version,
        reason: 'debit_failed',
        replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
      },
    );
    expect([status, body.acquisition_attempt?.attempt_number]).toEqual([200, 2]);
    expect((await stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled');
  });

  it('expires a session whose deadline has passed', async () => {
    const { link, intentId } = await processing({
      expires_at: new Date(Date.now() + 4_000).toISOString(),
    });
    await waitFor(async () => (await payer.call('getPage', link)).deadline_passed, {
      what: 'the deadline to pass',
    });
    await settlePayment(payments, intentId);
    await sessionReaches(api, link.id, {
      status: 'expired',
      current_acquisition_attempt: { status: 'failed' },
    });
    expect(await readCount(link, 'acquisition_attempt.failed')).toBe(1);
    await waitFor(
      async () => (await stripe.paymentIntents.retrieve(intentId)).status === 'canceled',
      {
        what: 'the failed payment intent to be canceled',
      },
    );
  });
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
