import { configurationStatuses } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { tones } from './status.ts';
import {
  configurationReason,
  configurationWords,
  subscriptionWord,
} from './subscription-status.ts';
import {
  deliveryWord,
  deliveryWords,
  endpointCondition,
  endpointWords,
  providerEventWords,
} from './webhook-status.ts';

it.each([
  ['endpoint', endpointWords],
  ['delivery', deliveryWords],
  ['provider event', providerEventWords],
  ['configuration', configurationWords],
])('every %s status has a word, a tone and whole sentences', (_name, table) => {
  for (const { word, tone, explanation } of Object.values(table)) {
    expect(word).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
    expect(tones).toContain(tone);
    expect(explanation).toMatch(/^[A-Z].*\.$/);
  }
});

describe('an endpoint', () => {
  const since = '2026-11-20T09:30:00.000Z';
  it.each([
    ['active', null, null, 'active'],
    ['active', null, since, 'failing'],
    ['inactive', null, null, 'inactive'],
    ['inactive', 'gone', null, 'gone'],
    ['inactive', 'failing', since, 'given_up'],
    ['archived', null, since, 'archived'],
  ] as const)(
    'that is %s for %s, failing since %s, counts as %s',
    (status, reason, failing, is) => {
      const endpoint = { status, inactive_reason: reason, failing_since: failing };
      expect(endpointCondition(endpoint)).toBe(is);
    },
  );
});

it.each([
  ['waiting', null, null, 'On its way'],
  ['waiting', 500, null, 'Retrying'],
  ['waiting', null, 'timeout', 'Retrying'],
  ['waiting', 204, null, 'On its way'],
  ['succeeded', 204, null, 'Delivered'],
  ['failed', 404, null, 'Given up'],
  ['canceled', null, null, 'Canceled'],
] as const)('a delivery that is %s after %s %s is “%s”', (status, http_status, failure, word) => {
  expect(deliveryWord({ status, http_status, failure }, true).word).toBe(word);
});

it('knows what waits for its endpoint, and leaves what has ended', () => {
  const of = (status: 'waiting' | 'failed') => ({ status, http_status: 410, failure: null });
  expect(deliveryWord(of('waiting'), false).word).toBe('On hold');
  expect(deliveryWord(of('failed'), false).word).toBe('Given up');
});

it('shows what the provider says of a subscription, known or not', () => {
  expect(subscriptionWord('past_due').tone).toBe('attention');
  expect(subscriptionWord('levitating').word).toBe('levitating');
});

it('explains every configuration', () => {
  expect(Object.keys(configurationWords).sort()).toEqual([...configurationStatuses].sort());
  expect(configurationReason('mixed_currencies')).toBe('Its items are in more than one currency.');
  expect(configurationReason('else')).toBe('Reason given: else.');
});
