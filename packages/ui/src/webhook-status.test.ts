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
])('every %s status has a label, a tone and a full sentence as explanation', (_name, table) => {
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
    ['inactive', 'failing', since, 'deactivated'],
    ['archived', null, since, 'archived'],
  ] as const)(
    'with status %s, reason %s and failing_since %s is %s',
    (status, reason, failing, expected) => {
      const endpoint = { status, inactive_reason: reason, failing_since: failing };
      expect(getEndpointCondition(endpoint)).toBe(expected);
    },
  );
});

it.each([
  ['waiting', null, null, 'Pending'],
  ['waiting', 500, null, 'Retrying'],
  ['waiting', null, 'timeout', 'Retrying'],
  ['waiting', 204, null, 'Pending'],
  ['succeeded', 204, null, 'Delivered'],
  ['failed', 404, null, 'Failed'],
  ['canceled', null, null, 'Canceled'],
] as const)(
  'a delivery with status %s after %s %s has the label “%s”',
  (status, http_status, failure, label) => {
    expect(getDeliveryStatusLabel({ status, http_status, failure }, true).label).toBe(label);
  },
);

it('shows waiting deliveries of an inactive endpoint as held', () => {
  const of = (status: 'waiting' | 'failed') => ({ status, http_status: 410, failure: null });
  expect(getDeliveryStatusLabel(of('waiting'), false).label).toBe('On hold');
  expect(getDeliveryStatusLabel(of('failed'), false).label).toBe('Failed');
});

it('labels known and unknown subscription statuses', () => {
  expect(getSubscriptionStatusLabel('past_due').tone).toBe('critical');
  expect(getSubscriptionStatusLabel('levitating').label).toBe('levitating');
});

it('explains every configuration status and reason', () => {
  expect(Object.keys(configurationStatusLabels).sort()).toEqual([...configurationStatuses].sort());
  expect(describeConfigurationReason('mixed_currencies')).toBe(
    'The items have more than one currency.',
  );
  expect(describeConfigurationReason('else')).toBe('Reason: else.');
});
