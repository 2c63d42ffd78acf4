import { expect, it } from 'vitest';
import { tellAnswer, tellDuration } from './tell-answer.ts';

it.each([
  [204, null, '204 No Content'],
  [410, null, '410 Gone'],
  [599, null, '599'],
  [null, 'timeout', 'No answer within 15 seconds'],
  [null, 'moon_phase', 'Failed: moon_phase'],
  [null, null, 'Not sent yet'],
])('tells %s %s as “%s”', (http_status, failure, told) => {
  expect(tellAnswer({ http_status, failure })).toBe(told);
});

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [15_003, '15.0 s'],
])('tells %d milliseconds as %s', (ms, told) => {
  expect(tellDuration(ms)).toBe(told);
});
