import type { AttentionKind } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { inMode } from '#addresses/mode-route.ts';
import { getStatusLabels } from '#messages/status-labels.ts';
import { noTriage } from '#test/attention.ts';
import { translator } from '#test/translator.ts';
import { type AttentionItem, formatCount, orderedKinds } from './attention-kinds.ts';
import { describeNotices } from './describe-notices.ts';

const kind = 'failing_webhook_endpoint';
const at = '2026-11-20T12:00:00.000Z';
const url = 'https://shop.example/webhooks/parley';
const endpoint = (id: string, reason: string | null): AttentionItem => ({
  kind,
  id,
  session_id: null,
  subscription_id: null,
  name: url,
  reason,
  at,
  triage: noTriage,
});

const texts = { t: translator('attention'), labels: getStatusLabels(translator('status')) };

const getNotices = (
  counts: Partial<Record<AttentionKind, number>>,
  endpoints: readonly AttentionItem[] = [],
) => {
  const none = Object.fromEntries(orderedKinds.map((one) => [one, 0]));
  return describeNotices(
    texts,
    { ...none, ...counts } as Record<AttentionKind, number>,
    endpoints,
  ).map(({ link, ...notice }) => ({
    ...notice,
    link: { ...link, href: inMode('live', link.href) },
  }));
};

describe('describeNotices', () => {
  it('returns none without problems, nor for single sessions, which the rail counts', () => {
    expect(describeNotices(texts, undefined, [])).toEqual([]);
    expect(getNotices({ payment_conflict: 3, unknown_attempt: 1 })).toEqual([]);
  });

  it('says that payments go to another account, and leads to the former one', () => {
    expect(getNotices({ receiving_account_changed: 1 })).toEqual([
      {
        key: 'receiving_account_changed',
        problem: 'New payments go to a different provider account.',
        since: null,
        nextAction:
          'If no one on your team made the change, reactivate the former account, then review your API keys and team.',
        link: { label: 'View accounts', href: '/live/provider-configs' },
      },
    ]);
  });

  it('explains why up to two endpoints receive nothing, since when, and what to do', () => {
    const endpoints = [endpoint('whend_1', 'gone'), endpoint('whend_2', null)];
    const [gone, failing] = getNotices({ [kind]: 2 }, endpoints);
    expect(gone).toEqual({
      key: 'whend_1',
      problem:
        'shop.example/…/parley: The endpoint returned 410 Gone, so Parley deactivated it. Its deliveries are on hold.',
      since: at,
      nextAction: 'Fix the receiver, and reactivate the endpoint if Parley stopped sending to it.',
      link: { label: 'View endpoint', href: '/live/webhooks/whend_1' },
    });
    expect(failing?.problem).toMatch(/All recent requests failed\. Parley is retrying\.$/);
    expect(getNotices({ [kind]: 1 }, [endpoint('whend_3', 'failing')])[0]?.problem).toMatch(
      /120 hours/,
    );
  });

  it('counts more than two endpoints in one notice', () => {
    const endpoints = [endpoint('whend_1', 'gone'), endpoint('whend_2', null)];
    expect(getNotices({ [kind]: 4 }, endpoints)).toMatchObject([
      {
        problem: '4 endpoints are not receiving events.',
        link: { href: `/live/attention?kind=${kind}` },
      },
    ]);
  });

  it.each([
    [1, '1 provider event could not be applied.'],
    [7, '7 provider events could not be applied.'],
    [100, '100+ provider events could not be applied.'],
  ])('reports %d failed provider events', (failed_provider_event, problem) => {
    expect(getNotices({ failed_provider_event })).toMatchObject([{ problem, since: null }]);
  });
});

it('counts no further than 100', () => {
  expect([1, 99, 100, 240].map(formatCount)).toEqual(['1', '99', '100+', '100+']);
});
