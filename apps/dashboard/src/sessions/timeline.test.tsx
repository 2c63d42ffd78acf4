// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
  has_more: { carts: false, events: false, provider_events: false, requests: true },
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

describe('the deliveries of an event', () => {
  const delivered = { status: 'succeeded', attempts: 1, http_status: 204, failure: null };
  const failed = { ...delivered, status: 'failed', attempts: 9, http_status: 500 };
  const waiting = { ...delivered, status: 'waiting', attempts: 0, http_status: null };
  const retrying = { ...waiting, attempts: 2, failure: 'timeout' };

  /** Shows an event. @param counts those of deliveries that are not listed, too */
  async function showEvent(listed: readonly object[], counts: object) {
    const deliveries = listed.map((delivery, n) => ({
      webhook_endpoint_id: `whend_${n}`,
      url: `https://shop-${n}.example/hooks`,
      active: true,
      attempted_at: null,
      ...delivery,
    }));
    const none = { failed: 0, retrying: 0, held: 0, waiting: 0, succeeded: 0, canceled: 0 };
    const event = {
      id: 'evt_1',
      type: 'proxy_session.paid',
      created_at: at,
      deliveries,
      delivery_counts: { ...none, ...counts },
    };
    const shown = { ...timeline, history: [], requests: [], events: [event] };
    window.history.replaceState(null, '', '/?timeline=webhook');
    const { container } = await renderPage(<Timeline timeline={shown as never} />);
    expect(container.querySelectorAll('[data-kind="webhook"]')).toHaveLength(1);
    return {
      summary: container.querySelector('summary')?.textContent,
      item: container.querySelector('[data-kind="webhook"]'),
      tone: container.querySelector('[data-kind="webhook"] svg')?.getAttribute('data-tone'),
      hrefs: screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href')),
    };
  }

  it('are one line that opens to a list of them, with the failing endpoints by name', async () => {
    const listed = [failed, retrying, waiting, delivered, delivered];
    const counts = { failed: 1, retrying: 1, waiting: 1, succeeded: 2, total: 5 };
    const { summary, item, tone, hrefs } = await showEvent(listed, counts);
    expect(summary).toBe(
      'Webhook · proxy_session.paid Delivered to 2 of 5 endpoints, 1 pending 1 failed: shop-0.example/hooks 1 retrying: shop-1.example/hooks',
    );
    expect(tone).toBe('critical');
    const [first, second] = within(item as HTMLElement).getAllByRole('listitem', { hidden: true });
    expect(first?.textContent).toContain(
      'Failed, 500 Internal Server Error, 9 attempts · shop-0.example/hooks',
    );
    expect(second?.textContent).toContain('Retrying, No response within 15 seconds, 2 attempts');
    expect(hrefs).toEqual(listed.map((_, n) => `/test/webhooks/whend_${n}/deliveries/evt_1`));
    // A summary is a button itself, so it contains no other.
    expect(document.querySelector('summary button, summary a')).toBeNull();
  });

  it('of 50 endpoints name three that failed, and lead to all', async () => {
    const listed = [...Array(10).fill(failed), ...Array(10).fill(delivered)];
    const { summary, hrefs } = await showEvent(listed, { failed: 12, succeeded: 38, total: 50 });
    expect(summary).toMatch(
      /Delivered to 38 of 50 endpoints 12 failed: shop-0.example\/hooks, shop-1.example\/hooks, shop-2.example\/hooks and 9 more$/,
    );
    expect(screen.getByText('All 50 deliveries').getAttribute('href')).toBe(
      '/test/developers/events/evt_1',
    );
    expect(hrefs).toHaveLength(21);
  });

  it.each([
    [{ succeeded: 2, total: 2 }, 'Delivered to both endpoints'],
    [{ succeeded: 50, total: 50 }, 'Delivered to all 50 endpoints'],
    [{ waiting: 3, total: 3 }, 'Delivered to none of 3 endpoints, 3 pending'],
    [
      { succeeded: 1, held: 1, canceled: 1, total: 3 },
      'Delivered to 1 of 3 endpoints, 1 on hold, 1 canceled',
    ],
  ])('are counted: %o', async (counts, text) => {
    const { summary } = await showEvent([delivered, delivered], counts);
    expect(summary).toBe(`Webhook · proxy_session.paid ${text}`);
  });

  it('to one endpoint are in the line itself', async () => {
    const { summary, item } = await showEvent([{ ...delivered, attempted_at: at }], {
      succeeded: 1,
      total: 1,
    });
    expect(summary).toBeUndefined();
    expect(item?.textContent).toContain(
      'Webhook · proxy_session.paid Delivered, 204 No Content · shop-0.example/hooks · ',
    );
  });
});

it('says that an event has no deliveries', async () => {
  window.history.replaceState(null, '', '/?timeline=webhook');
  const events = [
    {
      id: 'evt_1',
      type: 'proxy_session.paid',
      created_at: at,
      deliveries: [],
      delivery_counts: { total: 0 },
    },
  ];
  await renderPage(<Timeline timeline={{ ...timeline, events } as never} />);
  expect(screen.getByText('No deliveries')).toBeDefined();
});
