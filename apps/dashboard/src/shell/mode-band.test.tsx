// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render.tsx';

const path = vi.hoisted(() => ({ current: '' }));
vi.mock('next/navigation', () => ({ usePathname: () => path.current }));

import { ModeBand } from './mode-band.tsx';

afterEach(cleanup);

it.each([
  ['/live/sessions', '/test/sessions'],
  ['/live/api-keys/new', '/test/api-keys'],
  ['/live/webhooks/whend_1/deliveries/evt_1', '/test/webhooks'],
  ['/team', '/test/overview'],
])('says live mode on %s and switches to %s', async (address, href) => {
  path.current = address;
  await renderPage(<ModeBand />, { mode: 'live' });
  expect(screen.getByLabelText('Mode').textContent).toContain('Live mode Real money moves.');
  expect(screen.getByRole('link', { current: true }).textContent).toBe('Live mode');
  expect(screen.getByRole('link', { name: 'Test mode' }).getAttribute('href')).toBe(href);
});
