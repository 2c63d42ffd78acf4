import { expect, it } from 'vitest';
import { attemptStatuses } from './attempt.ts';
import { type ChallengeFacts, isChallengeRequired } from './payer-challenge.ts';
import { sessionStatuses } from './session.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 9, 0, seconds));
const isRequired = (change: Partial<ChallengeFacts> = {}) =>
  isChallengeRequired({
    sessionStatus: 'payer_opened',
    attemptStatus: 'confirmed',
    isFree: false,
    lastDeclinedAt: null,
    challengePassedAt: null,
    isSpiking: true,
    ...change,
  });

it('requires a challenge only for payments while the declines of the merchant spike', () => {
  expect(isRequired()).toBe(true);
  expect(isRequired({ isSpiking: false })).toBe(false);
  expect(isRequired({ isFree: true })).toBe(false);
});

it('requires another challenge after each decline of the session', () => {
  expect(isRequired({ challengePassedAt: at(1) })).toBe(false);
  expect(isRequired({ challengePassedAt: at(1), lastDeclinedAt: at(0) })).toBe(false);
  expect(isRequired({ challengePassedAt: at(1), lastDeclinedAt: at(1) })).toBe(false);
  expect(isRequired({ challengePassedAt: at(1), lastDeclinedAt: at(2) })).toBe(true);
});

it('interrupts no submitted payment, and requires no challenge of a session that has ended', () => {
  expect(attemptStatuses.filter((attemptStatus) => isRequired({ attemptStatus }))).toEqual([
    'unreserved',
    'reserved',
    'attached',
    'confirmed',
    'failed',
    'canceled',
    'expired',
    'superseded',
  ]);
  expect(sessionStatuses.filter((sessionStatus) => isRequired({ sessionStatus }))).toEqual([
    'created',
    'payer_handoff_pending',
    'payer_opened',
  ]);
});
