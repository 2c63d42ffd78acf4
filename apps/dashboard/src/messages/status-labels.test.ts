import { attemptStatuses, configurationStatuses, nextSteps, sessionStatuses } from '@parley/domain';
import { tones } from '@parley/ui/status';
import { describe, expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import {
  getAttemptTone,
  getEndpointCondition,
  getStatusLabels,
  sessionTones,
  subscriptionStatuses,
} from './status-labels.ts';

const labels = getStatusLabels(translator('status'));

describe.each(['en', 'de'] as const)('in %s', (locale) => {
  const { session, attempt, configuration, subscription, nextStep } = getStatusLabels(
    translator('status', locale),
  );

  it.each([
    ['session', sessionStatuses.map(session)],
    ['attempt', attemptStatuses.map(attempt)],
    ['configuration', configurationStatuses.map(configuration)],
    ['subscription', subscriptionStatuses.map(subscription)],
  ])('every %s status has a label of its own, a tone and a full sentence', (_name, all) => {
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
    for (const { label, tone, explanation } of all) {
      expect(label).toMatch(/^\p{Lu}[^.]+$/u);
      expect(tones).toContain(tone);
      expect(explanation).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  it('every next step has an instruction', () => {
    for (const step of nextSteps) expect(nextStep(step)).toMatch(/^\p{Lu}[^.]+$/u);
  });
});

it('has the tone success only for paid sessions', () => {
  const successful = sessionStatuses.filter((status) => sessionTones[status] === 'success');
  expect(successful).toEqual(['paid', 'provisionable', 'provisioned']);
});

it('uses an unknown status or reason as its label', () => {
  expect(labels.attempt('levitating').label).toBe('levitating');
  expect(getAttemptTone('levitating')).toBe('neutral');
  expect(labels.subscription('levitating').label).toBe('levitating');
  expect(labels.configurationReason('mixed_currencies')).toBe(
    'The item prices use more than one currency. Parley supports one: at the provider, replace the prices in the other currencies.',
  );
  expect(labels.configurationReason('else')).toBe('Reason: else.');
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
    expect(labels.delivery({ status, http_status, failure }, true).label).toBe(label);
  },
);

it('shows waiting deliveries of an inactive endpoint as held', () => {
  const of = (status: 'waiting' | 'failed') => ({ status, http_status: 410, failure: null });
  expect(labels.delivery(of('waiting'), false).label).toBe('On hold');
  expect(labels.delivery(of('failed'), false).label).toBe('Failed');
});
