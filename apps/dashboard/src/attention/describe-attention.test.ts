import { describe, expect, it } from 'vitest';
import { type AttentionItems, describeAttention, formatCount } from './describe-attention.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const endpoint = (change: Partial<AttentionItems['endpoints'][number]> = {}) => ({
  id: 'whend_1',
  url: 'https://shop.example/webhooks/parley',
  inactive_reason: null,
  inactive_since: null,
  failing_since: null,
  ...change,
});

const noticesOf = (attention: Partial<AttentionItems>) =>
  describeAttention(
    'live',
    { conflicts: 0, failed_provider_events: 0, endpoints: [], ...attention },
    now,
  );

describe('describeAttention', () => {
  it('returns no notice without problems, nor for conflicts, which the rail counts', () => {
    expect(noticesOf({})).toEqual([]);
    expect(noticesOf({ conflicts: 3 })).toEqual([]);
  });

  it('explains why Parley deactivated an endpoint, since when, and what to do', () => {
    const since = minutesAgo(1);
    const gone = endpoint({ inactive_reason: 'gone', inactive_since: since });
    expect(noticesOf({ endpoints: [gone] })).toEqual([
      {
        key: 'whend_1',
        problem:
          'shop.example/…/parley responded 410 Gone, so Parley stopped sending events to it.',
        since,
        nextAction: 'Fix the receiver and activate the endpoint, or archive it.',
        link: { label: 'View endpoint', href: '/live/webhooks/whend_1' },
      },
    ]);
    const failing = endpoint({ inactive_reason: 'failing', inactive_since: since });
    expect(noticesOf({ endpoints: [failing] })[0]?.problem).toMatch(
      /^Every request .* for 120 hours, so/,
    );
  });

  it('reports a failing endpoint after ten minutes', () => {
    expect(noticesOf({ endpoints: [endpoint({ failing_since: minutesAgo(9) })] })).toEqual([]);
    const [notice] = noticesOf({ endpoints: [endpoint({ failing_since: minutesAgo(10) })] });
    expect(notice).toMatchObject({
      problem: 'Every request to shop.example/…/parley fails.',
      since: minutesAgo(10),
    });
  });

  it('names up to two endpoints, and counts more', () => {
    const many = [1, 2, 3, 4].map((number) =>
      endpoint({ id: `whend_${number}`, inactive_reason: 'gone', inactive_since: minutesAgo(5) }),
    );
    expect(noticesOf({ endpoints: many.slice(2) }).map(({ key }) => key)).toEqual([
      'whend_3',
      'whend_4',
    ]);
    expect(noticesOf({ endpoints: many })).toMatchObject([
      { problem: '4 endpoints are not receiving events.', link: { href: '/live/webhooks' } },
    ]);
  });

  it.each([
    [1, '1 provider event could not be applied.'],
    [7, '7 provider events could not be applied.'],
    [100, '99+ provider events could not be applied.'],
  ])('reports %d failed provider events', (failed_provider_events, problem) => {
    expect(noticesOf({ failed_provider_events })).toMatchObject([{ problem, since: null }]);
  });
});

it('counts no further than 99', () => {
  expect([1, 99, 100].map(formatCount)).toEqual(['1', '99', '99+']);
});
