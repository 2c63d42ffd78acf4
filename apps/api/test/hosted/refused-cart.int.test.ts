import { afterAll, describe, expect, it } from 'vitest';
import { hex } from '../api.ts';
import { control, readEvents } from '../provider.ts';
import { callDashboard, expectMoneyRecorded } from '../recorded-money.ts';
import { startHosted } from './hosted.ts';
import { cards } from './payer-browser.ts';
import { checkout, direct, handedOff, monthly, type Reservation } from './reservations.ts';

const hosted = await startHosted();
afterAll(() => hosted.stop());
const { payments, payer } = hosted;
const { api } = payments;

const once = { name: 'Coffee', quantity: 1, amount_minor: 4200 };
const REFUSED_MINOR = 4200;
await control(payments, 'refusals', { amount: String(REFUSED_MINOR) });

/** A session whose cart the provider account refuses, with its page opened and prepared. */
async function refused(reservation: Reservation | null, line: object = once) {
  const link = await handedOff(payments, { cart_snapshot: { lines: [line] } });
  const attempts = `/proxy_sessions/${link.id}/acquisition_attempts`;
  if (reservation) {
    await api.post(attempts, { ...reservation, provider_options_fingerprint: hex('a') });
  }
  await payer.call('openPage', link);
  return { link, attempts, page: await payer.call('preparePayment', link) };
}

const paths = [
  ['the payment intent of the page', null, once],
  ['a checkout session', checkout('one_time'), once],
  ['a subscription', direct, monthly],
] as const;

describe.each(paths)('a cart that the provider refuses as %s', (_, reservation, line) => {
  it('ends the attempt with the code of the provider, and the page waits for the merchant', async () => {
    const { link, page } = await refused(reservation, line);
    expect(page).toMatchObject({ form: null, waiting: true, page: { status: 'payer_opened' } });
    expect(await hosted.attempts(link)).toMatchObject([
      { status: 'failed', status_reason: 'amount_too_small', provider_root_object_id: null },
    ]);
    const types = await readEvents(api, link.id);
    expect(types.filter((type) => type === 'acquisition_attempt.failed')).toHaveLength(1);
    const items = await callDashboard(api).attention.listSessionItems({ id: link.id });
    expect(items).toHaveLength(1);
  });

  it('can be replaced by one that is paid', async () => {
    const { link } = await refused(reservation, line);
    const isRefused = async () =>
      (await callDashboard(api).sessions.getTimeline({ id: link.id })).cart_refused;
    expect(await isRefused()).toBe(true);
    const replaced = await hosted.replaceCart(link, {
      cart_snapshot: { lines: [{ ...line, amount_minor: 5000 }] },
    });
    expect(replaced.status).toBe(200);
    expect(await isRefused()).toBe(false);
    const { form, page } = await hosted.payable(link);
    expect(page.amount_minor).toBe(5000);
    expect((await hosted.submit(form, cards.visa)).status).toBe(200);
    expect(await payer.call('syncPayment', link)).toMatchObject({
      status: 'paid',
      amount_minor: 5000,
    });
    const statuses = (await hosted.attempts(link)).map((one: { status: string }) => one.status);
    expect(statuses.at(-1)).toBe('succeeded');
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set(['superseded']));
    expect(await callDashboard(api).attention.listSessionItems({ id: link.id })).toEqual([]);
  });
});

it('lets the merchant supersede the attempt whose cart the provider refused', async () => {
  const { link, attempts } = await refused(null);
  const { id, version } = (await hosted.attempts(link)).at(-1);
  await hosted.replaceCart(link, { cart_snapshot: { lines: [{ ...once, amount_minor: 5000 }] } });
  const superseded = await api.post(`${attempts}/${id}/supersede`, {
    expected_version: version,
    reason: 'cart_refused',
    replacement: { integration_path: 'checkout_session', provider_options_fingerprint: hex('b') },
  });
  expect(superseded.status, JSON.stringify(superseded.body)).toBe(200);
  expect(superseded.body.acquisition_attempt).toMatchObject({
    status: 'reserved',
    supersedes_attempt_id: id,
    integration_path: 'checkout_session',
  });
});

it('tries again once the attempt is replaced by one with the same options', async () => {
  const { link, attempts } = await refused(null);
  const { attention } = callDashboard(api);
  const [{ id, version, integration_path, provider_options_fingerprint }] =
    await hosted.attempts(link);
  const superseded = await api.post(`${attempts}/${id}/supersede`, {
    expected_version: version,
    reason: 'replaced_in_dashboard',
    replacement: { integration_path, provider_options_fingerprint },
  });
  expect(superseded.status).toBe(200);
  expect(await attention.listSessionItems({ id: link.id })).toEqual([]);
  // The provider account still refuses the cart.
  expect(await payer.call('preparePayment', link)).toMatchObject({ waiting: true });
  const statuses = (await hosted.attempts(link)).map((one: { status: string }) => one.status);
  expect(statuses).toEqual(['superseded', 'failed']);
  expect(await attention.listSessionItems({ id: link.id })).toMatchObject([
    { kind: 'refused_cart', session_id: link.id, reason: 'amount_too_small' },
  ]);
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
