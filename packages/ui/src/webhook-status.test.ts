import { configurationStatuses } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { tones } from './status.ts';
import {
  configurationStatusLabels,
  describeConfigurationReason,
  getSubscriptionStatusLabel,
} from './subscription-status.ts';
import {
  deliveryStatusLabels,
  endpointConditionLabels,
  getDeliveryStatusLabel,
  getEndpointCondition,
  providerEventStatusLabels,
} from './webhook-status.ts';

it.each([
  ['endpoint', endpointConditionLabels],
  ['delivery', deliveryStatusLabels],
  ['provider event', providerEventStatusLabels],
  ['configuration', configurationStatusLabels],
])('every %s status has a label, a tone and whole sentences', (_name, table) => {
  for (const { label, tone, explanation } of Object.values(table)) {
    expect(label).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
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
      expect(getEndpointCondition(endpoint)).toBe(is);
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
  expect(getDeliveryStatusLabel({ status, http_status, failure }, true).label).toBe(word);
});

it('knows what waits for its endpoint, and leaves what has ended', () => {
  const of = (status: 'waiting' | 'failed') => ({ status, http_status: 410, failure: null });
  expect(getDeliveryStatusLabel(of('waiting'), false).label).toBe('On hold');
  expect(getDeliveryStatusLabel(of('failed'), false).label).toBe('Given up');
});

it('shows what the provider says of a subscription, known or not', () => {
  expect(getSubscriptionStatusLabel('past_due').tone).toBe('critical');
  expect(getSubscriptionStatusLabel('levitating').label).toBe('levitating');
});

it('explains every configuration', () => {
  expect(Object.keys(configurationStatusLabels).sort()).toEqual([...configurationStatuses].sort());
  expect(describeConfigurationReason('mixed_currencies')).toBe(
    'Its items are in more than one currency.',
  );
  expect(describeConfigurationReason('else')).toBe('Reason given: else.');
});
