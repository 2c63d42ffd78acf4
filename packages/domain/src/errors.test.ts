import { describe, expect, it } from 'vitest';
import { DomainError, type ErrorCode, errorTable } from './errors.ts';

/** Status and retryability by code, as the interface defines them. */
const expected: Record<ErrorCode, readonly [status: number, retryable: boolean]> = {
  invalid_request: [400, false],
  unsupported_psp: [400, false],
  invalid_expiry: [400, false],
  authentication_required: [401, false],
  reauthentication_required: [401, false],
  invalid_api_key: [401, false],
  insufficient_scope: [403, false],
  second_factor_required: [403, false],
  publishable_key_not_allowed: [403, false],
  not_found: [404, false],
  method_not_allowed: [405, false],
  request_timeout: [408, true],
  cart_version_conflict: [409, false],
  attempt_version_conflict: [409, false],
  session_state_conflict: [409, false],
  session_expired: [409, false],
  payment_in_progress: [409, true],
  attempt_options_mismatch: [409, false],
  nothing_to_accept: [409, false],
  subscription_running: [409, false],
  attempt_not_terminal: [409, false],
  provider_object_conflict: [409, false],
  evidence_conflict: [409, false],
  currency_locked: [409, false],
  endpoint_archived: [409, false],
  limit_reached: [409, true],
  idempotency_in_flight: [409, true],
  payload_too_large: [413, false],
  unsupported_media_type: [415, false],
  idempotency_key_reused: [422, false],
  provider_amount_mismatch: [422, false],
  charge_refused: [422, false],
  object_type_mismatch: [422, false],
  publishable_key_mismatch: [422, false],
  rate_limited: [429, true],
  headers_too_large: [431, false],
  internal_error: [500, true],
  provider_error: [502, true],
  service_unavailable: [503, true],
};
const codes = Object.keys(expected) as ErrorCode[];

describe('the error table', () => {
  it('contains exactly the codes of the interface', () => {
    expect(Object.keys(errorTable).sort()).toEqual([...codes].sort());
  });

  it('has a different message of full sentences for every code', () => {
    const messages = codes.map((code) => errorTable[code].message);
    expect(messages.filter((message) => !/^[A-Za-z].+[.…]$/.test(message))).toEqual([]);
    expect(new Set(messages).size).toBe(messages.length);
  });
});

describe('a DomainError', () => {
  it.each(Object.entries(expected))('%s has status %j (status, retryable)', (name, row) => {
    const error = new DomainError(name as ErrorCode);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'DomainError', code: name });
    expect(error.message).not.toBe('');
    expect([error.status, errorTable[error.code].retryable]).toEqual(row);
    expect(error.retryAfterSeconds).toBeUndefined();
  });

  it('uses the given message and retry delay', () => {
    const error = new DomainError('rate_limited', 'Wait.', { retryAfterSeconds: 3 });
    expect([error.message, error.retryAfterSeconds]).toEqual(['Wait.', 3]);
  });

  it('has the given cause', () => {
    const cause = new Error('socket hang up');
    expect(new DomainError('provider_error', undefined, { cause }).cause).toBe(cause);
  });
});
