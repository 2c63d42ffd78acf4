import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const attempts = {
  list: procedure
    .meta({
      scope: 'acquisition_attempts:read',
      permission: 'view',
      openapi: {
        operationId: 'listAttempts',
        method: 'GET',
        path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts',
        summary: 'List attempts',
        description: 'Returns the reserved attempts of a session, oldest first.',
      },
    })
    .input(contract.listAttemptsInput)
    .output(contract.listAttemptsOutput)
    .query(run(operations.listAttempts)),
  reserve: procedure
    .meta({
      scope: 'acquisition_attempts:write',
      errors: [
        'charge_refused',
        'provider_error',
        'cart_version_conflict',
        'payment_in_progress',
        'attempt_options_mismatch',
        'session_expired',
        'session_state_conflict',
      ],
      openapi: {
        operationId: 'reserveAttempt',
        method: 'POST',
        path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts',
        summary: 'Reserve or join the attempt',
        description:
          'Reserves the current attempt of a session, or joins it when the options are equal. Returns the idempotency keys and the metadata to create the provider objects with.',
      },
    })
    .input(contract.reserveAttemptInput)
    .output(contract.reservedAttempt)
    .mutation(run(operations.reserveAttempt)),
  confirmProviderCart: procedure
    .meta({
      scope: 'acquisition_attempts:write',
      errors: [
        'attempt_version_conflict',
        'cart_version_conflict',
        'evidence_conflict',
        'session_expired',
        'session_state_conflict',
        'provider_amount_mismatch',
      ],
      openapi: {
        operationId: 'confirmProviderCart',
        method: 'POST',
        path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/provider_cart',
        summary: 'Confirm the cart',
        description:
          'Confirms which cart version the attached root object represents. Amounts are in minor units.',
      },
    })
    .input(contract.confirmProviderCartInput)
    .output(contract.acquisitionAttempt)
    .mutation(run(operations.confirmProviderCart)),
  attachProviderObject: procedure
    .meta({
      scope: 'acquisition_attempts:write',
      errors: [
        'provider_error',
        'attempt_version_conflict',
        'cart_version_conflict',
        'evidence_conflict',
        'payment_in_progress',
        'provider_object_conflict',
        'session_expired',
        'session_state_conflict',
        'object_type_mismatch',
        'provider_amount_mismatch',
      ],
      openapi: {
        operationId: 'attachProviderObject',
        method: 'POST',
        path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/provider_objects',
        summary: 'Attach a provider object',
        description:
          'Attaches a provider object to a role of an attempt. Attaching the same object again changes nothing.',
      },
    })
    .input(contract.attachProviderObjectInput)
    .output(contract.acquisitionAttempt)
    .mutation(run(operations.attachProviderObject)),
  supersede: procedure
    .meta({
      scope: 'acquisition_attempts:write',
      permission: 'settle',
      errors: [
        'provider_error',
        'attempt_version_conflict',
        'attempt_not_terminal',
        'limit_reached',
        'payment_in_progress',
        'session_expired',
        'session_state_conflict',
      ],
      outputExample: {
        acquisition_attempt: {
          id: 'pspacq_0680yw9d4n2tq7x5k3m8w6r1bzc2hj0egfa4',
          attempt_number: 2,
          supersedes_attempt_id: 'pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
        },
        provider: {
          idempotency_keys: { root: 'pspacq_0680yw9d4n2tq7x5k3m8w6r1bzc2hj0egfa4:root' },
          metadata: { proxy_acquisition_attempt_id: 'pspacq_0680yw9d4n2tq7x5k3m8w6r1bzc2hj0egfa4' },
        },
      },
      openapi: {
        operationId: 'supersedeAttempt',
        method: 'POST',
        path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/supersede',
        summary: 'Supersede an attempt',
        description: 'Replaces a failed, canceled or expired attempt with a new one.',
      },
    })
    .input(contract.supersedeAttemptInput)
    .output(contract.reservedAttempt)
    .mutation(run(operations.supersedeAttempt)),
};
