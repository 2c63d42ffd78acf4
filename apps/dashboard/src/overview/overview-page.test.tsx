// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { orderedKinds } from '#attention/attention-kinds.ts';
import { type Procedures, renderPage, rpcError } from '#test/render.tsx';
import { OverviewPage } from './overview-page.tsx';
import type { Figures, PeriodFigures } from './period-figures.ts';

afterEach(cleanup);

const until = '2026-11-20T12:15:00.000Z';
const from = '2026-11-13T12:15:00.000Z';
const previousFrom = '2026-11-06T12:15:00.000Z';

const empty: PeriodFigures = {
  from,
  until,
  volume: [],
  funnel: { created: 0, opened: 0, paid: 0, provisioned: 0 },
  success_rate: null,
  median_seconds_to_pay: null,
  failures: [],
};
const busy: PeriodFigures = {
  ...empty,
  volume: [
    { currency: 'eur', payments: 3, amount_minor: 11_200 },
    { currency: 'jpy', payments: 1, amount_minor: 5700 },
  ],
  funnel: { created: 10, opened: 8, paid: 4, provisioned: 3 },
  success_rate: 0.5,
  median_seconds_to_pay: 97,
  failures: [{ reason: 'session_canceled', attempts: 2 }],
};
const previous: PeriodFigures = {
  ...empty,
  from: previousFrom,
  until: from,
  volume: [{ currency: 'eur', payments: 4, amount_minor: 10_000 }],
  funnel: { created: 5, opened: 4, paid: 1, provisioned: 1 },
  success_rate: 0.25,
};
const figures: Figures = { period: busy, previous, counted_from: '2026-10-01T00:00:00.000Z' };
const steps = [
  'provider_connected',
  'webhook_endpoint_added',
  'test_session_created',
  'first_session_provisioned',
  'live_provider_connected',
  'live_key_created',
  'live_session_created',
];

async function render(change: Partial<Figures>, more: Procedures = {}): Promise<void> {
  await renderPage(<OverviewPage period="7d" until={until} />, {
    procedures: {
      'overview.getFigures': async () => ({ ...figures, ...change }),
      'attention.getOnboarding': async () => Object.fromEntries(steps.map((step) => [step, true])),
      'attention.countItems': async () => ({
        ...Object.fromEntries(orderedKinds.map((kind) => [kind, 0])),
        payment_conflict: 100,
      }),
      ...more,
    },
  });
  await waitFor(() => expect(screen.queryByText(/^Loading|cannot be counted/)).toBeNull(), {
    timeout: 4_000,
  });
}

const rows = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).filter(Boolean));

it('compares the period with the one before, by currency and by step', async () => {
  await render({});
  expect(rows('Gross volume by currency')).toEqual([
    ['EUR', '112.00 EUR', '3', '+12%'],
    ['JPY', '5,700 JPY', '1', 'none before'],
  ]);
  expect(rows('Sessions that reached each step')).toEqual([
    ['Created', '10', '5'],
    ['Opened by the payer', '8', '80%', '4'],
    ['Paid', '4', '50%', '1'],
    ['Provisioned', '3', '75%', '1'],
  ]);
  expect(screen.getByText(/\+25 points from 25%/)).toBeDefined();
  expect(screen.getByText('≈ 1.6 min')).toBeDefined();
  expect(rows('Failed attempts by reason')).toEqual([['The session was canceled.', '2']]);
});

it('compares nothing with a period in which counting began', async () => {
  await render({ counted_from: '2026-11-06T12:30:00.000Z' });
  expect(rows('Gross volume by currency')[0]).toEqual(['EUR', '112.00 EUR', '3']);
  expect(rows('Sessions that reached each step')[1]).toEqual(['Opened by the payer', '8', '80%']);
  expect(screen.queryByText(/points/)).toBeNull();
  expect(screen.getByText(/too late to compare with the 7 days before/)).toBeDefined();
});

it('says why a period has no figures', async () => {
  await render({ period: empty });
  expect(screen.getByText('There were no sessions in the last 7 days.')).toBeDefined();
  expect(screen.getByText('In the 7 days before, there were 5.')).toBeDefined();
  cleanup();
  await render({ period: empty, previous: empty, counted_from: null });
  expect(screen.getByText('There are no figures yet.')).toBeDefined();
});

it('links to what needs attention, although the figures cannot be read', async () => {
  const refused = rpcError({ message: 'The period is refused.' });
  await render({}, { 'overview.getFigures': () => Promise.reject(refused) });
  expect(screen.getByText('The figures cannot be read at the moment.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  const link = screen.getByRole('link', { name: 'Payment conflicts 100+' });
  expect(link.getAttribute('href')).toBe('/test/attention?kind=payment_conflict');
});

it('lists the steps of the set-up until all are done', async () => {
  await render({});
  expect(screen.queryByRole('region', { name: /^Set-up/ })).toBeNull();
  cleanup();
  const done = Object.fromEntries(steps.map((step, index) => [step, index < 3]));
  await render({}, { 'attention.getOnboarding': async () => done });
  const setUp = within(await screen.findByRole('region', { name: /^Set-up\s*3 of 7 steps done/ }));
  expect(setUp.getAllByText('Done')).toHaveLength(3);
  expect(setUp.getByRole('link', { name: 'Live API keys' }).getAttribute('href')).toBe(
    '/live/api-keys',
  );
});
