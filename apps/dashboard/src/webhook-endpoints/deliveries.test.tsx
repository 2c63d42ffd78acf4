// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { EndpointView } from '#addresses/webhook-endpoints.ts';
import { renderPage } from '#test/render.tsx';
import { Deliveries } from './deliveries.tsx';
import type { Delivery, Endpoint } from './endpoint-types.ts';

const push = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

afterEach(cleanup);

const endpoint = { id: 'whend_1', status: 'active' } as Endpoint;

it.each<[EndpointView, string | null, string]>([
  [{}, null, 'No deliveries yet.'],
  [{ type: 'proxy_session.paid' }, null, 'No matching deliveries.'],
  [{ older: 'a' }, null, 'No older deliveries.'],
  [{ status: 'failed' }, null, 'No matching deliveries.'],
  [{ status: 'failed', older: 'a' }, null, 'No matching older deliveries.'],
  [{ status: 'failed' }, 'b', 'No matches in the newest 25,000 deliveries. Older ones may match.'],
  [
    { status: 'failed', older: 'a' },
    'b',
    'No matches in these 25,000 deliveries. Older ones may match.',
  ],
])(
  'the empty page %j of the deliveries, with the next one at %s, says: %s',
  async (view, next_cursor, title) => {
    const page = { data: [], has_more: next_cursor !== null, next_cursor };
    await renderPage(<Deliveries endpoint={endpoint} page={page} view={view} />);
    expect(screen.getByText(title)).toBeDefined();
  },
);

it('opens the deliveries of an event type, with the chosen status and without the page', async () => {
  const page = { data: [], has_more: false, next_cursor: null };
  const view = { status: 'failed', older: 'a' } as const;
  await renderPage(<Deliveries endpoint={endpoint} page={page} view={view} />);
  await userEvent.selectOptions(
    screen.getByLabelText('Filter deliveries by event type'),
    'proxy_session.paid',
  );
  expect(push).toHaveBeenCalledWith(
    '/test/webhooks/whend_1?status=failed&type=proxy_session.paid',
    {
      scroll: false,
    },
  );
});

it('shows when a failed delivery is attempted again, unless the endpoint is inactive', async () => {
  const delivery = {
    webhook_endpoint_id: 'whend_1',
    event_id: 'evt_1',
    event_type: 'proxy_session.paid',
    status: 'waiting',
    attempts: 2,
    http_status: 503,
    failure: null,
    created_at: '2026-11-20T09:00:00Z',
    next_attempt_at: '2026-11-20T09:30:00Z',
  } as Delivery;
  const page = { data: [delivery], has_more: false, next_cursor: null };
  await renderPage(<Deliveries endpoint={endpoint} page={page} view={{}} />);
  const next = screen.getByText(/^Next attempt/);
  expect(next.querySelector('time')?.dateTime).toBe('2026-11-20T09:30:00Z');
  expect(next.parentElement?.textContent).toContain('503 Service Unavailable');
  cleanup();
  const inactive = { ...endpoint, status: 'inactive' } as Endpoint;
  await renderPage(<Deliveries endpoint={inactive} page={page} view={{}} />);
  expect(screen.getByText(/503 Service Unavailable/)).toBeDefined();
  expect(screen.queryByText(/^Next attempt/)).toBeNull();
});
