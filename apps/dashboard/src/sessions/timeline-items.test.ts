import { expect, it } from 'vitest';
import type { SessionTimeline } from './session-timeline.ts';
import { isShown, mergeTimeline, timelineFilters } from './timeline-items.ts';

const timeline = {
  history: [
    { sequence: 1, at: '2026-11-20T09:00:00.000Z', subject: 'session' },
    { sequence: 2, at: '2026-11-20T09:00:01.000Z', subject: 'attempt' },
  ],
  provider_events: [
    { psp_config_id: 'pspcfg_1', id: 'evt_p', received_at: '2026-11-20T09:00:01.000Z' },
  ],
  requests: [
    { id: 'req_1', created_at: '2026-11-20T09:00:01.000Z', status: 200 },
    { id: 'req_2', created_at: '2026-11-20T11:00:00.000Z', status: 409 },
  ],
  events: [
    { id: 'evt_1', type: 'a', created_at: '2026-11-20T09:00:00.000Z', deliveries: [] },
    {
      id: 'evt_2',
      type: 'b',
      created_at: '2026-11-20T09:00:01.000Z',
      deliveries: [
        { webhook_endpoint_id: 'whend_1', attempted_at: '2026-11-20T12:00:00.000Z' },
        { webhook_endpoint_id: 'whend_2', attempted_at: null },
      ],
    },
  ],
} as unknown as SessionTimeline;

it('orders changes, requests, reports of the provider and events by time, and at one time by cause', () => {
  expect(mergeTimeline(timeline).map(({ kind, key }) => [kind, key])).toEqual([
    ['change', 'change 1'],
    ['webhook', 'evt_1'],
    ['request', 'req_1'],
    ['provider', 'pspcfg_1 evt_p'],
    ['change', 'change 2'],
    ['webhook', 'evt_2'],
    ['request', 'req_2'],
  ]);
});

it('has one item for an event, however many endpoints it is delivered to', () => {
  const deliveries = Array.from({ length: 50 }, (_, n) => ({ webhook_endpoint_id: `whend_${n}` }));
  const events = timeline.events.map((event) => ({ ...event, deliveries }));
  const items = mergeTimeline({ ...timeline, events } as unknown as SessionTimeline);
  expect(items.filter(({ kind }) => kind === 'webhook').map(({ key }) => key)).toEqual([
    'evt_1',
    'evt_2',
  ]);
});

it('has parts, of which the highlights leave out entries without new facts', () => {
  const items = mergeTimeline(timeline);
  const parts = timelineFilters.map((filter) => [
    filter,
    items.filter((item) => isShown(item, filter)).map(({ key }) => key),
  ]);
  const all = items.map(({ key }) => key);
  expect(Object.fromEntries(parts)).toEqual({
    all,
    highlights: all.filter((key) => !['evt_1', 'req_1'].includes(key)),
    session: ['change 1'],
    attempt: ['change 2'],
    request: ['req_1', 'req_2'],
    provider: ['pspcfg_1 evt_p'],
    webhook: ['evt_1', 'evt_2'],
  });
});
