// @vitest-environment happy-dom
import { attentionKinds } from '@parley/domain';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noTriage } from '#test/attention.ts';
import { renderPage } from '#test/render.tsx';
import type { AttentionItem } from './attention-kinds.ts';
import { AttentionPage } from './attention-page.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const none = Object.fromEntries(attentionKinds.map((kind) => [kind, 0]));

const render = (kind: AttentionItem['kind'], data: readonly Partial<AttentionItem>[]) =>
  renderPage(<AttentionPage view={{ kind }} />, {
    procedures: {
      'attention.countItems': async () => ({ ...none, [kind]: data.length }),
      'attention.listItems': async () => ({ data, has_more: false, next_cursor: null }),
    },
  });

const item = {
  id: 'pspacq_1',
  session_id: 'psess_1',
  subscription_id: null,
  name: null,
  reason: null,
  at: '2026-11-20T09:00:00.000Z',
  triage: noTriage,
} as const;

it('shows no number for a kind without items', async () => {
  await render('payment_conflict', []);
  expect(screen.getByRole('heading', { level: 2 }).textContent?.trim()).toBe('Payment conflicts');
  expect(screen.getByRole('link', { name: 'Payment conflicts' })).toBeDefined();
  expect(screen.getByText('No items of this kind need attention.')).toBeDefined();
});

it('says why an attempt without a recorded reason is unknown', async () => {
  await render('unknown_attempt', [{ ...item, kind: 'unknown_attempt' }]);
  expect(screen.getByRole('link', { name: 'Unknown attempts 1' })).toBeDefined();
  expect(
    screen.getByText('The provider has not confirmed whether it created the object.'),
  ).toBeDefined();
});

it('distinguishes a rolled API key that is still in use from one that was not rolled', async () => {
  const key = { ...item, session_id: null, kind: 'expiring_api_key' } as const;
  await render('expiring_api_key', [
    { ...key, id: 'key_1', name: 'Shop', reason: 'still_in_use' },
    { ...key, id: 'key_2', name: 'Cron' },
  ]);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Shop.*Rolled but still in use. Switch your servers/),
    expect.stringMatching(/^Cron.*Not rolled yet/),
  ]);
});

it('links to the provider event of an item', async () => {
  await render('parked_provider_event', [{ ...item, id: 'evt_1', kind: 'parked_provider_event' }]);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain('/test/provider-events?status=parked&event=evt_1');
});
