// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render.tsx';
import { RelatedSessions } from './related-sessions.tsx';
import type { SessionTimeline } from './session-timeline.ts';

afterEach(cleanup);

const session = { id: 'psess_1', buyer_reference: 'customer 8412' } as SessionTimeline['session'];
const row = (id: string) => ({
  id,
  status: 'paid',
  final: { amount_minor: 4200, currency: 'eur' },
  created_at: '2026-11-20T09:00:00.000Z',
});

it('lists at most five other sessions of the buyer', async () => {
  const ids = ['psess_7', 'psess_6', 'psess_5', 'psess_1', 'psess_4', 'psess_3'];
  const list = vi.fn(async () => ({ data: ids.map(row) }));
  await renderPage(<RelatedSessions session={session} />, {
    procedures: { 'sessions.listOverviews': list },
  });
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows).toHaveLength(5);
  expect(rows[3]?.textContent).toContain('42.00 EUR');
  expect(list).toHaveBeenCalledWith(
    expect.objectContaining({ buyer_reference: 'customer 8412', limit: 6 }),
  );
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    ...['7', '6', '5', '4', '3'].map((id) => `/test/sessions/psess_${id}`),
    '/test/sessions?buyer=customer+8412',
  ]);
});

it('shows nothing without another session', async () => {
  const { container } = await renderPage(<RelatedSessions session={session} />, {
    procedures: { 'sessions.listOverviews': async () => ({ data: [row('psess_1')] }) },
  });
  expect(container.querySelector('section')).toBeNull();
});
