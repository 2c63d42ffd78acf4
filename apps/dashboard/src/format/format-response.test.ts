import { createFormatter } from 'next-intl';
import { expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { formatDuration, formatResponse } from './format-response.ts';

const t = translator('deliveries');
const format = createFormatter({ locale: 'en' });

it.each([
  [204, null, '204 No Content'],
  [410, null, '410 Gone'],
  [599, null, '599'],
  [null, 'timeout', 'No response within 15 seconds'],
  [null, 'moon_phase', 'Failed: moon_phase'],
  [null, null, 'Not sent yet'],
])('formats the status %s and the failure %s as “%s”', (http_status, failure, text) => {
  expect(formatResponse(t, { http_status, failure })).toBe(text);
});

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [15_003, '15.0 s'],
])('formats %d milliseconds as %s', (ms, text) => {
  expect(formatDuration(format, ms)).toBe(text);
  // Digits, too, are those of the language.
  const inArabic = formatDuration(createFormatter({ locale: 'ar-EG' as 'en' }), ms);
  expect(inArabic).not.toMatch(/\d/);
});
