// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '#test/render.tsx';
import { Attempts } from './attempts.tsx';
import { Cart } from './cart.tsx';
import { CartVersions } from './cart-versions.tsx';
import { Charges } from './charges.tsx';
import type { Attempt, SessionTimeline } from './session-timeline.ts';

afterEach(cleanup);

const at = '2026-11-20T09:00:00.000Z';
const first = {
  id: 'pspacq_1',
  attempt_number: 1,
  status: 'superseded',
  status_reason: null,
  last_decline_code: null,
  integration_path: 'payment_intent',
  provider_root_object_id: null,
  provider_confirmed_amount_minor: null,
  provider_confirmed_currency: null,
  provider_confirmed_cart_version: null,
  supersedes_attempt_id: null,
};
const second = {
  ...first,
  id: 'pspacq_2',
  last_decline_code: 'insufficient_funds',
  attempt_number: 2,
  status: 'succeeded',
  provider_root_object_id: 'pi_2',
  provider_confirmed_amount_minor: 4300,
  provider_confirmed_currency: 'eur',
  provider_confirmed_cart_version: 2,
  supersedes_attempt_id: 'pspacq_1',
};
const attempts = [first, second] as unknown as Attempt[];

/** The names and values of a list of facts. */
function facts(element: HTMLElement): (string | null)[][] {
  const values = within(element).getAllByRole('definition');
  return within(element)
    .getAllByRole('term')
    .map(({ textContent }, index) => [textContent, values[index]?.textContent ?? null]);
}

it('shows what each attempt created and confirmed, and which attempt it replaces', async () => {
  await renderPage(<Attempts attempts={attempts} />);
  const [earlier, later] = screen.getAllByRole('listitem');
  if (!earlier || !later) throw new Error('each attempt is an item of the list');
  within(earlier).getByText('Superseded');
  expect(facts(earlier)).toEqual([
    ['Integration path', 'Payment intent'],
    ['Provider object', 'Not attached'],
    ['Confirmed amount', 'Not confirmed'],
    ['Replaced by', 'Attempt 2'],
    ['Attempt', expect.stringContaining('pspacq_1')],
  ]);
  within(later).getByText('Succeeded');
  expect(facts(later)).toEqual([
    ['Integration path', 'Payment intent'],
    ['Provider object', expect.stringContaining('pi_2')],
    ['Confirmed amount', '43.00 EUR for cart version 2'],
    ['Last decline', expect.stringContaining('insufficient')],
    ['Replaces', 'Attempt 1'],
    ['Attempt', expect.stringContaining('pspacq_2')],
  ]);
});

it('marks the charges that differ from the request', async () => {
  const requested = { amount_minor: 4200, currency: 'eur' };
  const session = {
    requested,
    latest_quote: { ...requested, amount_minor: 4300, observed_at: at },
    final: { ...requested, finalized_at: null },
    completed_acquisition_attempt_id: null,
  } as unknown as SessionTimeline['session'];
  await renderPage(<Charges session={session} />);
  expect(facts(document.body)).toEqual([
    ['Requested by you', '42.00 EUR'],
    ['Last observed', expect.stringMatching(/^43\.00 EURDiffers from the request./)],
    ['Binding', '42.00 EUR'],
  ]);
  expect([...document.querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([at]);
  cleanup();
  await renderPage(
    <Charges session={{ ...session, completed_acquisition_attempt_id: 'pspacq_2' }} />,
  );
  screen.getByText('Charged');
});

it('shows what each version of the cart changed, newest first, and which one was confirmed', async () => {
  const line = (name: string, quantity: number, amountMinor: number | null) => ({
    name,
    quantity,
    unit: null,
    unitAmountMinor: null,
    amountMinor,
  });
  const cart = { cart_version: 1, amount_minor: 4200, currency: 'eur', created_at: at };
  const carts = [
    { ...cart, lines: [line('Tea', 1, 500), line('Cup', 1, 700), line('Pot', 1, 3000)] },
    {
      ...{ ...cart, cart_version: 2, amount_minor: 4300 },
      lines: [line('Tea', 2, 500), line('Pot', 2, 3100), line('Mug', 1, null)],
    },
    { ...cart, cart_version: 3, lines: [line('Tea', 2, 400)] },
  ];
  const timeline = { carts, attempts, has_more: { carts: true } } as unknown as SessionTimeline;
  await renderPage(<CartVersions timeline={timeline} />);
  screen.getByText('Versions, 3');
  screen.getByText('Only the newest 3 versions are shown.');
  const versions = screen.getAllByText(/^Version \d$/).map((name) => name.closest('li'));
  const changes = versions.map((version) =>
    [...(version?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent),
  );
  expect(changes).toEqual([
    [
      'Changed: Tea, amount from €5.00 to €4.00',
      'Removed: Pot, quantity 2, €31.00',
      'Removed: Mug, quantity 1, no amount',
    ],
    [
      'Changed: Tea, quantity from 1 to 2',
      'Changed: Pot, quantity from 1 to 2, amount from €30.00 to €31.00',
      'Added: Mug, quantity 1, no amount',
      'Removed: Cup, quantity 1, €7.00',
    ],
    [],
  ]);
  expect(versions.map((version) => version?.textContent?.includes('Confirmed by'))).toEqual([
    false,
    true,
    false,
  ]);
  expect(versions[1]?.textContent).toContain('Confirmed by the provider in attempt 2 pi_2');
});

it('shows no versions of a cart that was never replaced, and that there is no attempt yet', async () => {
  const timeline = { carts: [{}], attempts: [], has_more: { carts: false } };
  await renderPage(
    <>
      <CartVersions timeline={timeline as unknown as SessionTimeline} />
      <Attempts attempts={[]} />
    </>,
  );
  expect(screen.queryByText(/^Versions/)).toBeNull();
  screen.getByText('None yet. No payment has been created at the provider.');
});

it('shows how the total of a cart results from its items', async () => {
  const timeline = {
    session: { cart_version: 1, requested: { currency: 'eur', amount_minor: 4200 } },
    lines: [{ name: 'Tea', quantity: 1, unit: null, unitAmountMinor: null, amountMinor: 4000 }],
    omitted_lines: 0,
    cart_sums: { subtotal_minor: 4000, tax_minor: 0, shipping_minor: 500, discount_minor: 300 },
    carts: [{}],
    attempts: [],
  } as unknown as SessionTimeline;
  await renderPage(<Cart timeline={timeline} />);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(2)).toEqual([
    'Subtotal40.00 EUR',
    'Shipping5.00 EUR',
    'Discount-3.00 EUR',
    'Total42.00 EUR',
  ]);
});
