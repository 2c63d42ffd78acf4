import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPassed, parseTimestamp } from './timestamps.ts';

describe('parseTimestamp', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T00:00:00.001Z', 1],
    ['1970-01-01t00:00:01z', 1000],
    ['1970-01-01T01:00:00+01:00', 0],
    ['1969-12-31T18:30:00-05:30', 0],
    ['1970-01-01T00:00:00.5Z', 500],
    ['1970-01-01T00:00:00.123456789Z', 123],
    ['1970-01-01T00:00:00.0787870089Z', 78],
    ['1970-01-01T00:00:00.00000000009+00:00', 0],
    ['2024-02-29T00:00:00Z', 1_709_164_800_000],
    ['2026-11-20T23:59:59.999+23:59', 1_795_132_859_999],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ])('parses %s', (text, ms) => {
    expect(parseTimestamp(text)).toBe(ms);
  });

  it.each([
    ['no time zone', '2026-11-20T10:00:00'],
    ['no time', '2026-11-20'],
    ['no seconds', '2026-11-20T10:00Z'],
    ['a space for the T', '2026-11-20 10:00:00Z'],
    ['a zone without minutes', '2026-11-20T10:00:00+01'],
    ['a zone without colon', '2026-11-20T10:00:00+0100'],
    ['a zone of 24 hours', '2026-11-20T10:00:00+24:00'],
    ['a zone of 60 minutes', '2026-11-20T10:00:00+01:60'],
    ['month 13', '2026-13-01T10:00:00Z'],
    ['month 0', '2026-00-01T10:00:00Z'],
    ['day 0', '2026-01-00T10:00:00Z'],
    ['the 31st of April', '2026-04-31T10:00:00Z'],
    ['the 29th of February of a common year', '2026-02-29T10:00:00Z'],
    ['hour 24', '2026-11-20T24:00:00Z'],
    ['minute 60', '2026-11-20T10:60:00Z'],
    ['second 60', '2026-11-20T10:00:60Z'],
    ['an empty fraction', '2026-11-20T10:00:00.Z'],
    ['five digits of year', '12026-11-20T10:00:00Z'],
    ['a space before', ' 2026-11-20T10:00:00Z'],
    ['the year 0', '0000-12-31T23:59:59Z'],
    ['the year 0 by its time zone', '0001-01-01T00:00:00+00:01'],
    ['the year 10000 by its time zone', '9999-12-31T23:59:59-00:01'],
    ['a signed year of six digits', '+002026-11-20T10:00:00Z'],
    ['a line break after', '2026-11-20T10:00:00Z\n'],
    ['seconds since 1970', '1795132859'],
    ['words', 'tomorrow'],
    ['an empty string', ''],
  ])('rejects %s', (_, text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it('parses the output of toISOString', () => {
    const min = new Date('1970-01-01T00:00:00.000Z');
    const max = new Date('9999-12-31T23:59:59.999Z');
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
      }),
    );
  });
});

it.each([
  ['2026-11-20T10:00:00.001Z', false],
  ['2026-11-20T10:00:00.000Z', true],
  ['2026-11-20T09:59:59.999Z', true],
])('at 10:00:00.000Z the deadline %s has passed: %s', (deadline, expected) => {
  expect(hasPassed(new Date(deadline), new Date('2026-11-20T10:00:00.000Z'))).toBe(expected);
});
