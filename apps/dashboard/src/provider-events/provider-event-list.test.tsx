// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render.tsx';
import { ProviderEventList } from './provider-event-list.tsx';

afterEach(cleanup);

it('reads only the selected event, and links to the others if its status has changed', async () => {
  const list = vi.fn(async () => ({ data: [], has_more: false, next_cursor: null }));
  await renderPage(<ProviderEventList view={{ status: 'parked', event: 'evt_1' }} />, {
    procedures: { 'providerEvents.list': list },
  });
  expect(list).toHaveBeenCalledWith(expect.objectContaining({ status: 'parked', id: 'evt_1' }));
  expect(screen.getByText('Event evt_1 is no longer parked.')).toBeDefined();
  const all = screen.getByRole('link', { name: 'View all parked events' });
  expect(all.getAttribute('href')).toBe('/test/provider-events?status=parked');
});
