import { expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { computeRate, createFigureFormats } from './format-figures.ts';

const { formatChange, formatNumber, formatPoints, formatRate, formatSeconds } = createFigureFormats(
  translator('overview'),
  'en',
);

it('formats numbers and rates', () => {
  expect(formatNumber(1204)).toBe('1,204');
  expect(
    [computeRate(9, 12), computeRate(0, 3), computeRate(3, 0), computeRate(3, 2)].map(formatRate),
  ).toEqual(['75%', '0%', '–', '100%']);
});

it('compares with the period before, unless it had nothing', () => {
  expect(formatChange(112, 100)).toBe('+12%');
  expect(formatChange(0, 4)).toBe('-100%');
  expect(formatChange(4, 4)).toBe('0%');
  expect(formatChange(4, 0)).toBeNull();
  expect(formatPoints(0.823, 0.802)).toBe('+2.1 points');
  expect(formatPoints(0.8444, 0.8536)).toBe('-1 points');
  expect(formatPoints(0.5, 0.5)).toBe('0 points');
});

it.each([
  [1.19, '1.2 s'],
  [38.05, '38 s'],
  [97.4, '1.6 min'],
  [1234, '21 min'],
  [9000, '2.5 h'],
  [200_000, '2.3 days'],
])('formats %d seconds as %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

it('formats figures in German', () => {
  const german = createFigureFormats(translator('overview', 'de'), 'de');
  expect(german.formatNumber(1204)).toBe('1.204');
  expect(german.formatPoints(0.823, 0.802)).toBe('+2,1 Prozentpunkte');
  expect(german.formatSeconds(96)).toBe('1,6 Min.');
});
