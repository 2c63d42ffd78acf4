import { describe, expect, it } from 'vitest';
import { DomainError, type ErrorCode, errorTable } from './errors.ts';

/** The contract's table of errors, and the two that its limits add (408, 431). */
const contract: Record<number, string> = {
  400: 'invalid_request, unsupported_psp, invalid_expiry',
  401: 'authentication_required, invalid_api_key',
  403: 'insufficient_scope, publishable_key_not_allowed',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: `cart_version_conflict, attempt_version_conflict, session_state_conflict, session_expired,
    payment_in_progress, attempt_options_mismatch, attempt_not_terminal, provider_object_conflict,
    evidence_conflict, currency_locked, endpoint_archived, idempotency_in_flight`,
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: `idempotency_key_reused, provider_amount_mismatch, object_type_mismatch,
    publishable_key_mismatch`,
  429: 'rate_limited',
  431: 'headers_too_large',
  500: 'internal_error',
  502: 'provider_error',
  503: 'service_unavailable',
};

const codes = Object.keys(errorTable) as ErrorCode[];
const codesWith = (status: number) => codes.filter((code) => errorTable[code].status === status);

describe('the table of errors', () => {
  it('uses the statuses of the contract and no other', () => {
    const statuses = new Set(codes.map((code) => errorTable[code].status));
    expect([...statuses].sort()).toEqual(Object.keys(contract).map(Number));
  });

  for (const [status, names] of Object.entries(contract)) {
    it(`answers ${status} for exactly the codes of the contract`, () => {
      expect(codesWith(Number(status)).sort()).toEqual(names.split(/,\s+/).sort());
    });
  }

  it('lets the same request be repeated only where waiting can help', () => {
    expect(codes.filter((code) => errorTable[code].retryable).sort()).toEqual([
      'idempotency_in_flight',
      'internal_error',
      'payment_in_progress',
      'provider_error',
      'rate_limited',
      'request_timeout',
      'service_unavailable',
    ]);
  });

  it('has a whole sentence of its own for every code', () => {
    const texts = codes.map((code) => errorTable[code].message);
    expect(texts.filter((text) => !/^[A-Za-z].+[.…]$/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('a domain error', () => {
  for (const code of codes) {
    it(`carries the status and the text of ${code}`, () => {
      const error = new DomainError(code);
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({
        name: 'DomainError',
        code,
        status: errorTable[code].status,
        message: errorTable[code].message,
      });
      expect(error.retryAfterSeconds).toBeUndefined();
    });
  }

  it('prefers the message it was given and keeps the time to wait', () => {
    const error = new DomainError('rate_limited', 'Wait.', { retryAfterSeconds: 3 });
    expect([error.message, error.retryAfterSeconds]).toEqual(['Wait.', 3]);
  });

  it('remembers what caused it', () => {
    const cause = new Error('socket hang up');
    expect(new DomainError('provider_error', undefined, { cause }).cause).toBe(cause);
  });
});
