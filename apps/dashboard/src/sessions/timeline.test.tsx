// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '#test/render.tsx';
import type { SessionTimeline } from './session-timeline.ts';
import { Timeline } from './timeline.tsx';

vi.mock('next/navigation', () => import('#test/search-params.ts'));

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

const at = '2026-11-20T09:00:00.000Z';
const entry = {
  sequence: 3,
  at,
  action: 'report_provisioned',
  subject: 'session',
  attempt_id: null,
  from_status: 'paid',
  to_status: 'provisioned',
  reason: null,
  actor_kind: 'api_key',
  actor_id: 'key_1',
  request_id: 'req_1',
};
const request = {
  id: 'req_1',
  created_at: at,
  method: 'POST',
  route: '/v1/proxy_sessions/{id}/provisioned',
  status: 200,
  error_code: null,
  duration_ms: 12,
  replayed: false,
};
const timeline = {
  history: [entry, { ...entry, sequence: 4, request_id: 'req_not_logged' }],
  attempts: [],
  provider_events: [],
  requests: [request],
  events: [],
  has_more: { carts: false, provider_events: false, requests: true },
} as unknown as SessionTimeline;

it('shows the payload of a change, and links it to its request if the log has it', async () => {
  await renderPage(<Timeline timeline={timeline} />);
  const links = screen.getAllByRole('link', { name: 'View request' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/test/developers/requests/req_1',
  ]);
  const [payload] = screen.getAllByRole('button', { name: 'Payload' });
  if (!payload) throw new Error('a change has a payload');
  await userEvent.setup().click(payload);
  const json = screen.getByLabelText('The change as JSON').textContent ?? '';
  expect(JSON.parse(json)).toEqual(entry);
});

it('writes the chosen kind into the address, reads it from there, and says what a list leaves out', async () => {
  await renderPage(<Timeline timeline={timeline} />);
  const user = userEvent.setup();
  expect(screen.getByText('Only the newest 1 API requests are shown.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Session/ }));
  expect(window.location.search).toBe('?timeline=session');
  // As after a reload.
  cleanup();
  await renderPage(<Timeline timeline={timeline} />);
  const chosen = screen.getByRole('button', { name: /^Session/ });
  expect(chosen.getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByText(/^Only the newest/)).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Highlights/ }));
  expect(window.location.search).toBe('');
});
