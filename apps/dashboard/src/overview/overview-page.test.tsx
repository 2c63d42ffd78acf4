// @vitest-environment happy-dom
import { TimeZone } from '@parley/ui/components';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { orderedKinds } from '#attention/attention-kinds.ts';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';
import { OverviewPage } from './overview-page.tsx';
import type { Figures, PeriodFigures } from './period-figures.ts';

vi.mock('next/navigation', () => import('#test/search-params.ts'));

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

const until = '2026-11-20T12:15:00.000Z';
const from = '2026-11-13T12:15:00.000Z';
const previousFrom = '2026-11-06T12:15:00.000Z';

const DAY_MS = 24 * 60 * 60_000;

/** Days of which the last one has the given volume, and the others none. */
const days = (first: string, last: PeriodFigures['volume']) =>
  Array.from({ length: 7 }, (_, n) => ({
    from: new Date(Date.parse(first) + n * DAY_MS).toISOString(),
    until: new Date(Date.parse(first) + (n + 1) * DAY_MS).toISOString(),
    volume: n === 6 ? last : [],
  }));

const empty: PeriodFigures = {
  from,
  until,
  buckets: days('2026-11-14T00:00:00Z', []),
  volume: [],
  funnel: { created: 0, opened: 0, paid: 0, provisioned: 0 },
  success_rate: null,
  median_seconds_to_pay: null,
  failures: [],
  declines: [],
};
const volume = [
  { currency: 'eur', payments: 3, amount_minor: 11_200 },
  { currency: 'jpy', payments: 1, amount_minor: 5700 },
];
const busy: PeriodFigures = {
  ...empty,
  volume,
  buckets: days('2026-11-14T00:00:00Z', volume),
  funnel: { created: 10, opened: 8, paid: 4, provisioned: 3 },
  success_rate: 0.5,
  median_seconds_to_pay: 97,
  failures: [{ reason: 'session_canceled', attempts: 2 }],
  declines: [
    { code: 'insufficient_funds', payments: 3 },
    { code: 'do_not_honor', payments: 2 },
    { code: 'generic_decline', payments: 2 },
  ],
};
const previous: PeriodFigures = {
  ...empty,
  from: previousFrom,
  until: from,
  failures: [{ reason: 'session_canceled', attempts: 5 }],
  declines: [{ code: 'card_declined', payments: 1 }],
  volume: [{ currency: 'eur', payments: 4, amount_minor: 10_000 }],
  buckets: days('2026-11-07T00:00:00Z', [{ currency: 'eur', payments: 4, amount_minor: 10_000 }]),
  funnel: { created: 5, opened: 4, paid: 1, provisioned: 1 },
  success_rate: 0.25,
};
const figures: Figures = {
  time_zone: 'UTC',
  period: busy,
  previous,
  counted_from: '2026-10-01T00:00:00.000Z',
};
const endpoint = {
  status: 'active',
  succeeded: 0,
  failed: 0,
  waiting: 0,
  oldest_waiting_at: null,
  failure_rate: null,
  previous_failure_rate: null,
  is_partial: false,
};
const health = {
  endpoints: [
    {
      ...endpoint,
      webhook_endpoint_id: 'whend_1',
      url: 'https://shop.example/hooks/parley',
      succeeded: 960,
      failed: 4,
      waiting: 1000,
      oldest_waiting_at: '2026-11-20T00:00:00Z',
      failure_rate: 0.125,
      previous_failure_rate: 0.02,
      is_partial: true,
    },
    { ...endpoint, webhook_endpoint_id: 'whend_2', url: 'https://b.example', status: 'inactive' },
  ],
  has_more: false,
  max_deliveries: 1000,
};
const steps = [
  'provider_connected',
  'webhook_received',
  'test_session_created',
  'first_session_provisioned',
  'live_provider_connected',
  'live_key_created',
  'live_session_created',
];

async function render(change: Partial<Figures>, more: Procedures = {}): Promise<void> {
  const page = (
    <TimeZone value="UTC">
      <OverviewPage period="7d" timeZone="Asia/Calcutta" until={until} />
    </TimeZone>
  );
  await renderPage(page, {
    procedures: {
      'overview.getWebhookHealth': async () => health,
      'overview.getFigures': async () => ({ ...figures, ...change }),
      'attention.getOnboarding': async () => Object.fromEntries(steps.map((step) => [step, true])),
      'attention.countItems': async () => ({
        ...Object.fromEntries(orderedKinds.map((kind) => [kind, 0])),
        payment_conflict: 100,
      }),
      ...more,
    },
  });
  await waitFor(() => expect(screen.queryByText(/^Loading|counts are temporarily/)).toBeNull(), {
    timeout: 30_000,
  });
}

const rows = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).filter(Boolean));

it('compares the period with the one before, by currency and by step', async () => {
  const getFigures = vi.fn<Procedures[string]>(async () => figures);
  await render({}, { 'overview.getFigures': getFigures });
  // The query of the server, whose result the page starts with.
  const input = { period: '7d', until, time_zone: 'Asia/Calcutta' };
  expect(getFigures.mock.calls).toEqual([[input]]);
  expect(rows('Gross volume by currency')).toEqual([
    ['EUR', '112.00 EUR', '3', '+12%'],
    ['JPY', '5,700 JPY', '1', 'none previously'],
  ]);
  expect(rows('Sessions that reached each step')).toEqual([
    ['Created', '10', '5'],
    ['Opened by the payer', '8', '80%', '4'],
    ['Paid', '4', '50%', '1'],
    ['Provisioned', '3', '75%', '1'],
  ]);
  expect(screen.getByText(/\+25 points from 25%/)).toBeDefined();
  expect(screen.getByText('≈ 1.6 min')).toBeDefined();
  expect(rows('Failed attempts by reason')).toEqual([['The session was canceled.', '2', '5']]);
  expect(rows('Declined payments by reason')).toEqual([
    ['The payer’s bank declined the card without a reason.', '4', '1'],
    ['The card has insufficient funds.', '3', '0'],
  ]);
});

it('shows the payments of each day in a chart whose values the arrow keys read, and in a table', async () => {
  await render({});
  const user = userEvent.setup();
  const chart = () => screen.getByRole('slider');
  const value = () =>
    chart()
      .getAttribute('aria-valuetext')
      ?.replaceAll(/(?<=[a-z]),/g, '');
  expect(value()).toBe('Fri 20 Nov so far: 112.00 EUR; Fri 13 Nov by then: 100.00 EUR');
  chart().focus();
  await user.keyboard('{ArrowLeft}');
  expect(value()).toBe('Thu 19 Nov: 0.00 EUR; Thu 12 Nov: 0.00 EUR');
  await user.keyboard('{Home}{ArrowLeft}');
  expect(value()).toMatch(/^Sat 14 Nov/);
  await user.keyboard('{End}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Paid sessions');
  // A reload and another period keep the choice.
  expect(window.location.search).toBe('?chart=paid');
  const month = screen.getByRole('link', { name: '30 days' });
  expect(month.getAttribute('href')).toBe('/test/overview?period=30d&chart=paid');
  expect(value()).toBe('Fri 20 Nov so far: 4; Fri 13 Nov by then: 4');
  const numbers = rows('Paid sessions by day').map((cells) => [cells[1], cells[3]]);
  expect(numbers).toEqual([...Array.from({ length: 6 }, () => ['0', '0']), ['4', '4']]);
});

it('compares nothing with a period in which counting began', async () => {
  await render({ counted_from: '2026-11-06T12:30:00.000Z' });
  expect(rows('Gross volume by currency')[0]).toEqual(['EUR', '112.00 EUR', '3']);
  expect(rows('Sessions that reached each step')[1]).toEqual(['Opened by the payer', '8', '80%']);
  expect(screen.queryByText(/points|by then/)).toBeNull();
  expect(screen.getByText(/so there is no comparison with the previous 7 days/)).toBeDefined();
});

it('shows the deliveries to each endpoint, and of how many', async () => {
  await render({});
  await screen.findByRole('region', { name: 'Webhook deliveries' });
  expect(rows('Deliveries by webhook endpoint')).toEqual([
    [
      'shop.example/…/parley',
      '960',
      '4',
      expect.stringMatching(/^1,000\+oldest .+/),
      '12.5%previously 2%',
    ],
    ['b.example (inactive)', '0', '0', '0', '–'],
  ]);
  expect(screen.getByText(/^The last 1,000 deliveries to each endpoint/)).toBeDefined();
  const link = screen.getByRole('link', { name: 'shop.example/…/parley' });
  expect(link.getAttribute('href')).toBe('/test/webhooks/whend_1');
});

it('says why a period has no figures', async () => {
  await render({ period: empty });
  expect(screen.getByText('No sessions in the last 7 days.')).toBeDefined();
  expect(screen.getByText('There were 5 in the previous 7 days.')).toBeDefined();
  cleanup();
  await render({ period: empty, previous: empty, counted_from: null });
  expect(screen.getByText('No figures yet.')).toBeDefined();
});

it('links to what needs attention, although the figures cannot be read', async () => {
  const refused = rpcError({ message: 'The period is refused.' });
  await render({}, { 'overview.getFigures': () => Promise.reject(refused) });
  expect(screen.getByText('The figures are temporarily unavailable.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  const link = screen.getByRole('link', { name: 'Payment conflicts 100+' });
  expect(link.getAttribute('href')).toBe('/test/attention?kind=payment_conflict');
});

it('lists the steps of the set-up until all are done', async () => {
  await render({});
  expect(screen.queryByRole('region', { name: /^Setup/ })).toBeNull();
  cleanup();
  const done = Object.fromEntries(steps.map((step, index) => [step, index < 3]));
  await render({}, { 'attention.getOnboarding': async () => done });
  const setUp = within(await screen.findByRole('region', { name: /^Setup\s*3 of 7 steps done/ }));
  expect(setUp.getAllByText('Done')).toHaveLength(3);
  expect(setUp.getByRole('link', { name: 'Live API keys' }).getAttribute('href')).toBe(
    '/live/api-keys',
  );
});
