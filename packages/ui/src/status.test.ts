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
  it('have exactly one label per status', () => {
    expect(Object.keys(table).sort()).toEqual([...statuses].sort());
  });

  it('have a unique label, a tone and a full sentence as explanation', () => {
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

it('has the tone success only for paid statuses', () => {
  const successful = sessionStatuses.filter(
    (status) => sessionStatusLabels[status].tone === 'success',
  );
  expect(successful).toEqual(['paid', 'provisionable', 'provisioned']);
});

it('uses an unknown status as its label', () => {
  expect(getAttemptStatusLabel('confirmed')).toBe(attemptStatusLabels.confirmed);
  expect(getAttemptStatusLabel('levitating').label).toBe('levitating');
});
