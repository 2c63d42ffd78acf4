import { errorTable } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorTriggers } from './error-triggers.ts';
import { type Payments, startPayments } from './provider.ts';

let payments: Payments;
let triggers: ReturnType<typeof errorTriggers>;
beforeAll(async () => {
  payments = await startPayments({
    api: { connect: () => ({ timeouts: { lockMs: 1_000 } }) },
  });
  triggers = errorTriggers(payments);
});
afterAll(() => payments.stop());

/** The documented error codes by HTTP status, written by hand so that a change of the code shows. */
const documented = {
  400: ['invalid_request', 'unsupported_psp', 'invalid_expiry'],
  401: ['authentication_required', 'invalid_api_key'],
  403: ['insufficient_scope', 'publishable_key_not_allowed'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: [
    'cart_version_conflict',
    'attempt_version_conflict',
    'session_state_conflict',
    'session_expired',
    'payment_in_progress',
    'attempt_options_mismatch',
    'attempt_not_terminal',
    'provider_object_conflict',
    'evidence_conflict',
    'currency_locked',
    'endpoint_archived',
    'idempotency_in_flight',
  ],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  422: [
    'idempotency_key_reused',
    'provider_amount_mismatch',
    'object_type_mismatch',
    'publishable_key_mismatch',
  ],
  429: ['rate_limited'],
  431: ['headers_too_large'],
  500: ['internal_error'],
  502: ['provider_error'],
  503: ['service_unavailable'],
} as const;
const rows = Object.entries(documented).flatMap(([status, codes]) =>
  codes.map((code) => [code, Number(status)] as const),
);

it('the error table has exactly the documented codes', () => {
  expect(Object.keys(errorTable).sort()).toEqual(rows.map(([code]) => code).sort());
});

it.concurrent.each(rows)(
  '%s is returned with status %i in the error envelope',
  async (code, status) => {
    const response = await triggers[code]();
    expect(response.status).toBe(status);
    expect(response.body).toEqual({
      error: {
        code,
        message: expect.stringMatching(/^\S.{9,}/),
        request_id: expect.stringMatching(/^req_/),
      },
    });
  },
);
