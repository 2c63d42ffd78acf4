// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { eventListInput } from '#addresses/events.ts';
import { renderPage } from '#test/render.tsx';
import { EventList } from './event-list.tsx';
import { EventPage } from './event-page.tsx';

const push = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

afterEach(cleanup);

const sessionId = 'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';
const event = {
  id: 'evt_1',
  type: 'acquisition_attempt.succeeded',
  schema_version: '2026-11-01',
  created_at: '2026-11-20T09:00:00.000Z',
  livemode: false,
  sequence: 7,
  data: { object: { id: 'pspacq_1', proxy_session_id: sessionId }, previous_attributes: {} },
  request: { id: 'req_1', idempotency_key: 'order-7' },
};
const delivery = {
  webhook_endpoint_id: 'whend_1',
  url: 'https://shop.example/webhooks',
  active: true,
  status: 'succeeded',
  attempts: 1,
  http_status: 200,
  failure: null,
  created_at: event.created_at,
  attempted_at: event.created_at,
  next_attempt_at: null,
};

it('shows an event with its worst delivery first in words, and links to what it is about', async () => {
  const deliveries = [
    delivery,
    { ...delivery, webhook_endpoint_id: 'whend_2', status: 'failed', http_status: 500 },
  ];
  await renderPage(<EventPage id="evt_1" />, {
    procedures: {
      'events.get': async () => ({ event }),
      'deliveries.listByEvent': async () => ({ deliveries }),
    },
  });
  expect(screen.getByText(/At least one endpoint did not accept the event/)).toBeDefined();
  const hrefs = within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(
    ['whend_1', 'whend_2'].map((id) => `/test/webhooks/${id}/deliveries/evt_1`),
  );
  const facts = screen.getByRole('complementary', { name: 'Details' });
  expect(
    within(facts)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    `/test/sessions/${sessionId}`,
    '/test/developers/requests/req_1',
    '/test/developers/requests?search=order-7',
  ]);
});

it('opens the events of a session, and says what an invalid id should be', async () => {
  const list = async () => ({ data: [], has_more: false, next_cursor: null });
  await renderPage(<EventList input={eventListInput({}, 'UTC')} view={{}} />, {
    procedures: { 'events.list': list },
  });
  const user = userEvent.setup();
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  await user.type(search, 'order 1042{Enter}');
  expect(search.validationMessage).toContain('begins with psess_');
  expect(push).not.toHaveBeenCalled();
  await user.clear(search);
  await user.type(search, `${sessionId}{Enter}`);
  expect(push).toHaveBeenCalledWith(`/test/developers/events?search=${sessionId}`);
});

it('names no object of a sample, whose ids belong to no session', async () => {
  const sample = { ...event, sequence: 0, test: true };
  const list = async () => ({ data: [event, sample], has_more: false, next_cursor: null });
  await renderPage(<EventList input={eventListInput({}, 'UTC')} view={{}} />, {
    procedures: { 'events.list': list },
  });
  expect(screen.getAllByTitle('pspacq_1')).toHaveLength(1);
  expect(screen.getAllByText('Test event')).toHaveLength(1);
  cleanup();
  await renderPage(<EventPage id="evt_1" />, {
    procedures: {
      'events.get': async () => ({ event: sample }),
      'deliveries.listByEvent': async () => ({ deliveries: [] }),
    },
  });
  const facts = screen.getByRole('complementary', { name: 'Details' });
  const hrefs = within(facts)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '/test/developers/requests/req_1',
    '/test/developers/requests?search=order-7',
  ]);
});
