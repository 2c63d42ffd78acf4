import { DomainError } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { computeExpiry } from './expiry.ts';

const now = new Date('2026-11-20T09:00:00.000Z');

function refusal(text: string): string {
  try {
    computeExpiry(text, now);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_expiry') return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('when a session ends', () => {
  it('is 24 hours from now by default', () => {
    expect(computeExpiry(undefined, now)).toEqual(new Date('2026-11-21T09:00:00.000Z'));
  });

  it.each([
    ['2026-11-20T09:00:00.001Z', '2026-11-20T09:00:00.001Z'],
    ['2026-11-20T10:30:00+01:00', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T04:30:00-05:00', '2026-11-20T09:30:00.000Z'],
    ['2099-01-01T00:00:00Z', '2099-01-01T00:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(computeExpiry(text, now).toISOString()).toBe(expected);
  });

  it.each(['2026-11-20T09:00:00Z', '2026-11-20T10:00:00+01:00', '2020-01-01T00:00:00Z'])(
    'is not %s, which is not in the future',
    (text) => {
      expect(refusal(text)).toBe(
        'expires_at must be in the future; it is 2026-11-20T09:00:00.000Z now.',
      );
    },
  );

  it.each([
    '',
    'tomorrow',
    '2026-11-21',
    '2026-11-21T09:00:00',
    '1795251600',
    '2026-02-30T00:00:00Z',
  ])('is not %j, which is not a timestamp with a zone', (text) => {
    expect(refusal(text)).toContain('RFC 3339');
  });
});
