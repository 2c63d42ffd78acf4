import type { AttemptRecord } from '@parley/db';
import type { SessionStatus } from '@parley/domain';
import { expect, it } from 'vitest';
import { requireAttemptVersion, requireCartVersion, requirePayable } from './preconditions.ts';
import type { SessionChange } from './session-change.ts';

const getChange = (status: SessionStatus, deadlinePassed = false): SessionChange =>
  ({ session: { status, cartVersion: 3 }, deadlinePassed }) as SessionChange;

it.each<[SessionStatus, boolean]>([
  ['created', false],
  ['payer_handoff_pending', false],
  ['payer_opened', false],
  ['payment_processing', false],
  // A payment that began before the deadline may end after it.
  ['payment_processing', true],
])('a session that is %s accepts a payment; deadline passed: %s', (status, deadlinePassed) => {
  expect(() => requirePayable(getChange(status, deadlinePassed))).not.toThrow();
});

it.each<[SessionStatus, boolean, string, string]>([
  ['expired', false, 'session_expired', 'The session has expired. Create a new one.'],
  ['created', true, 'session_expired', 'The session has expired. Create a new one.'],
  ['paid', false, 'session_state_conflict', 'The session is paid; it no longer accepts a payment.'],
  [
    'canceled',
    true,
    'session_state_conflict',
    'The session is canceled; it no longer accepts a payment.',
  ],
])('a session that is %s accepts none; deadline passed: %s', (...row) => {
  const [status, deadlinePassed, code, message] = row;
  expect(() => requirePayable(getChange(status, deadlinePassed))).toThrow(
    expect.objectContaining({ code, message }),
  );
});

it('a stale version is refused with the current one', () => {
  const attempt = { version: 2 } as AttemptRecord;
  expect(() => requireAttemptVersion(attempt, 2)).not.toThrow();
  expect(() => requireAttemptVersion(attempt, 1)).toThrow(
    expect.objectContaining({
      code: 'attempt_version_conflict',
      message: 'expected_version must be 2, the current one, not 1.',
    }),
  );
  expect(() => requireCartVersion(getChange('created'), 3)).not.toThrow();
  expect(() => requireCartVersion(getChange('created'), 4)).toThrow(
    expect.objectContaining({
      code: 'cart_version_conflict',
      message: 'expected_cart_version must be 3, the current one, not 4.',
    }),
  );
});
