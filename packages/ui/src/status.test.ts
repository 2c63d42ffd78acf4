import { attemptStatuses, nextSteps, presentationStates, sessionStatuses } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import {
  attemptWord,
  attemptWords,
  nextStepWords,
  presentationWords,
  sessionWords,
  tones,
} from './status.ts';

const tables = [
  ['session', sessionWords, sessionStatuses],
  ['presentation', presentationWords, presentationStates],
  ['attempt', attemptWords, attemptStatuses],
] as const;

describe.each(tables)('%s statuses', (_name, table, statuses) => {
  it('are all in the table, and nothing else is', () => {
    expect(Object.keys(table).sort()).toEqual([...statuses].sort());
  });

  it('have a word of their own, a tone and whole sentences', () => {
    const words = Object.values(table);
    expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
    for (const { word, tone, explanation } of words) {
      expect(word).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
      expect(tones).toContain(tone);
      expect(explanation).toMatch(/^[A-Z].*\.$/);
    }
  });
});

it('has an instruction for every next step', () => {
  expect(Object.keys(nextStepWords).sort()).toEqual([...nextSteps].sort());
});

it('shows green only where a payer is done', () => {
  const green = sessionStatuses.filter((status) => sessionWords[status].tone === 'settled');
  expect(green).toEqual(['paid', 'provisionable', 'provisioned']);
});

it('shows a status it does not know as it is', () => {
  expect(attemptWord('confirmed')).toBe(attemptWords.confirmed);
  expect(attemptWord('levitating').word).toBe('levitating');
});
