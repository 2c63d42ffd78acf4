// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ProviderUrlContext } from '#details/provider-url.tsx';
import { renderPage } from '#test/render.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

afterEach(cleanup);

const at = '2026-11-20T09:00:00.000Z';
const subscription = {
  id: 'psub_1',
  original_proxy_session_id: 'psess_1',
  buyer_reference: 'customer 8412',
  status: 'active',
  configuration_status: 'supported',
  configuration_reason: null,
  cancel_at: null,
  cancel_at_period_end: false,
  current_period_start: at,
  current_period_end: null,
  ended_at: null,
  trial_end: null,
  pause_collection_behavior: null,
  provider_subscription_id: 'sub_1',
  provider_customer_id: null,
  provider_checkout_session_id: null,
  latest_invoice_amount_minor: null,
  latest_invoice_currency: null,
  latest_payment_status: null,
  items: [],
  disputes: [],
  items_updated_at: null,
  diagnostic: {
    last_event_id: null,
    last_event_at: null,
    last_synced_at: at,
    sync_source: 'event',
    stale: false,
  },
  created_at: at,
};
const invoice = {
  id: 'in_1',
  amount_minor: 900,
  currency: 'eur',
  payment_status: 'paid',
  first_seen_at: at,
};

async function open(change: object, invoices: object = { data: [], has_more: false }) {
  await renderPage(
    <ProviderUrlContext url="https://provider.example">
      <SubscriptionPage id="psub_1" />
    </ProviderUrlContext>,
    {
      procedures: {
        'subscriptions.get': async () => ({ ...subscription, ...change }),
        'subscriptions.listInvoices': async () => invoices,
      },
    },
  );
  return within(screen.getByRole('banner'));
}

it.each([
  ['no_items', /^The subscription has no items\. .* add at least one at the provider\./],
  ['too_many_items', /supports 1 to 500: remove items at the provider/],
  ['mixed_currencies', /supports one: at the provider, replace the prices in the other currencies/],
  ['invalid_item', /by day, week, month or year and a whole quantity .* remove that item/],
])('explains the configuration problem %s and links to where it is fixed', async (reason, text) => {
  const headline = await open({
    configuration_status: 'action_required',
    configuration_reason: reason,
  });
  expect(headline.getByText('Action required')).toBeDefined();
  expect(headline.getByText(text)).toBeDefined();
  const link = headline.getByRole('link', { name: 'Open it at the provider.' });
  expect(link.getAttribute('href')).toBe('https://provider.example/test/subscriptions/sub_1');
});

it('says when the items of an unread subscription are read, without a link', async () => {
  const headline = await open({ configuration_status: 'unknown' });
  expect(headline.getByText(/will with the subscription’s next event/)).toBeDefined();
  expect(headline.queryByRole('link', { name: /at the provider/ })).toBeNull();
});

it('shows no notice about a supported configuration, and says when invoices are left out', async () => {
  const headline = await open({}, { data: [invoice], has_more: true });
  expect(headline.queryByText(/configuration|items/i)).toBeNull();
  expect(headline.queryByRole('link', { name: /at the provider/ })).toBeNull();
  expect(screen.getByText(/^Only the newest invoices are shown/)).toBeDefined();
});

it('shows the disputes of its renewals with their deadlines, and which are inquiries', async () => {
  const dispute = {
    id: 'dp_1',
    status: 'needs_response',
    reason: 'fraudulent',
    // Far enough away to be shown as a date.
    due_by: '2040-11-27T12:00:00.000Z',
    opened_at: at,
    closed_at: null,
    payment_id: 'pi_1',
    amount_minor: 900,
    currency: 'eur',
    disputed_minor: 900,
    captured_at: at,
  };
  const closed = { ...dispute, payment_id: 'pi_2', status: 'warning_closed', closed_at: at };
  await open({ disputes: [dispute, closed] });
  const section = within(screen.getByRole('region', { name: 'Disputes of renewals' }));
  const [, first, second] = section.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toMatch(/pi_1.*Needs a response fraudulent.*Nov.*9\.00/);
  expect(second).toMatch(/pi_2.*Inquiry, closed fraudulentInquiry: no money was withdrawn\.–/);
});
