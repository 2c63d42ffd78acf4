import { attemptStatuses, nextSteps, presentationStates, sessionStatuses } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import {
  attemptStatusLabels,
  getAttemptStatusLabel,
  nextStepLabels,
  presentationLabels,
  sessionStatusLabels,
  tones,
} from './status.ts';

const tables = [
  ['session', sessionStatusLabels, sessionStatuses],
  ['presentation', presentationLabels, presentationStates],
  ['attempt', attemptStatusLabels, attemptStatuses],
] as const;

describe.each(tables)('%s statuses', (_name, table, statuses) => {
  it('are all in the table, and nothing else is', () => {
    expect(Object.keys(table).sort()).toEqual([...statuses].sort());
  });

  it('have a label of their own, a tone and whole sentences', () => {
    const labels = Object.values(table);
    expect(new Set(labels.map(({ label }) => label)).size).toBe(labels.length);
    for (const { label, tone, explanation } of labels) {
      expect(label).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
      expect(tones).toContain(tone);
      expect(explanation).toMatch(/^[A-Z].*\.$/);
    }
  });
});

it('has an instruction for every next step', () => {
  expect(Object.keys(nextStepLabels).sort()).toEqual([...nextSteps].sort());
});

it('shows green only where a payer is done', () => {
  const green = sessionStatuses.filter((status) => sessionStatusLabels[status].tone === 'success');
  expect(green).toEqual(['paid', 'provisionable', 'provisioned']);
});

it('shows a status it does not know as it is', () => {
  expect(getAttemptStatusLabel('confirmed')).toBe(attemptStatusLabels.confirmed);
  expect(getAttemptStatusLabel('levitating').label).toBe('levitating');
});
