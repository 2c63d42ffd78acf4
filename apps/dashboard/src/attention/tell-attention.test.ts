import type { AttentionItems } from '@parley/operations';
import { describe, expect, it } from 'vitest';
import { countOf, tellAttention } from './tell-attention.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const endpoint = (change: Partial<AttentionItems['endpoints'][number]> = {}) => ({
  id: 'whend_1',
  url: 'https://shop.example/webhooks/parley',
  inactive_reason: null,
  inactive_since: null,
  failing_since: null,
  ...change,
});

const tell = (attention: Partial<AttentionItems>) =>
  tellAttention({ conflicts: 0, failed_provider_events: 0, endpoints: [], ...attention }, now);

describe('what stands above every page', () => {
  it('is nothing where nothing is wrong, and conflicts are told in the rail', () => {
    expect(tell({})).toEqual([]);
    expect(tell({ conflicts: 3 })).toEqual([]);
  });

  it('tells why the service stopped, since when, and where to go', () => {
    const since = ago(1);
    const gone = endpoint({ inactive_reason: 'gone', inactive_since: since });
    expect(tell({ endpoints: [gone] })).toEqual([
      {
        key: 'whend_1',
        what: 'shop.example/…/parley answered 410 Gone, so Parley stopped sending events to it.',
        since,
        todo: 'Mend it and make it active again, or archive it.',
        link: { word: 'Look at the endpoint', href: '/webhooks/whend_1' },
      },
    ]);
    const failing = endpoint({ inactive_reason: 'failing', inactive_since: since });
    expect(tell({ endpoints: [failing] })[0]?.what).toMatch(/^Every request .* for 120 hours, so/);
  });

  it('tells of one that only fails once that has gone on for ten minutes', () => {
    expect(tell({ endpoints: [endpoint({ failing_since: ago(9) })] })).toEqual([]);
    const [notice] = tell({ endpoints: [endpoint({ failing_since: ago(10) })] });
    expect(notice).toMatchObject({
      what: 'Every request to shop.example/…/parley fails.',
      since: ago(10),
    });
  });

  it('names two, and counts more than that', () => {
    const many = [1, 2, 3, 4].map((number) =>
      endpoint({ id: `whend_${number}`, inactive_reason: 'gone', inactive_since: ago(5) }),
    );
    expect(tell({ endpoints: many.slice(2) }).map(({ key }) => key)).toEqual([
      'whend_3',
      'whend_4',
    ]);
    expect(tell({ endpoints: many })).toMatchObject([
      { what: '4 endpoints are not told of events.', link: { href: '/webhooks' } },
    ]);
  });

  it.each([
    [1, '1 event of the provider could not be applied.'],
    [7, '7 events of the provider could not be applied.'],
    [100, '99+ events of the provider could not be applied.'],
  ])('tells of %d events of the provider', (failed_provider_events, what) => {
    expect(tell({ failed_provider_events })).toMatchObject([{ what, since: null }]);
  });
});

it('counts no further than 99', () => {
  expect([1, 99, 100].map(countOf)).toEqual(['1', '99', '99+']);
});
