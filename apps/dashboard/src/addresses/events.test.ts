import { expect, it } from 'vitest';
import { eventListInput, eventsHref, readEventListView } from './events.ts';
import { inMode } from './mode-route.ts';

const session = 'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';

it('reads back the address that it writes', () => {
  const view = {
    type: 'proxy_session.paid',
    search: session,
    created_from: '2026-11-01',
    created_to: '2026-11-02',
    older: 'abc',
  } as const;
  const query = new URL(inMode('test', eventsHref(view)), 'https://dashboard.test').searchParams;
  expect(readEventListView(Object.fromEntries(query))).toEqual(view);
  expect(eventListInput(view, 'Asia/Tokyo')).toEqual({
    limit: 50,
    type: 'proxy_session.paid',
    proxy_session_id: session,
    created_from: '2026-10-31T15:00:00.000Z',
    created_before: '2026-11-02T15:00:00.000Z',
    cursor: 'abc',
  });
});

it('ignores unknown values', () => {
  const params = { type: 'payment.paid', search: 'psess_1', created_from: 'today' };
  expect(Object.values(readEventListView(params)).filter(Boolean)).toEqual([]);
});
