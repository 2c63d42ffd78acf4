import {
  acquisitionAttempt,
  attachProviderObjectInput,
  confirmProviderCartInput,
  listAttemptsInput,
  listAttemptsOutput,
  reserveAttemptInput,
  reservedAttempt,
  supersedeAttemptInput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const attempts = {
  list: procedure
    .meta({
      scope: 'acquisition_attempts:read',
      permission: 'view',
      errors: [],
      openapi: {
        operationId: 'listAttempts',
        method: 'GET',
        path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts',
        tags: ['Acquisition attempts'],
        summary: 'List attempts',
        description: 'Returns the reserved attempts of a session, oldest first.',
      },
    })
    .input(listAttemptsInput)
    .output(listAttemptsOutput)
    .query(({ ctx, input }) => operations.listAttempts(ctx.deps, ctx.caller, input)),
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
        tags: ['Acquisition attempts'],
        summary: 'Reserve or join the attempt',
        description:
          'Reserves the current attempt of a session, or joins it when the options are equal. Returns the idempotency keys and the metadata to create the provider objects with.',
      },
    })
    .input(reserveAttemptInput)
    .output(reservedAttempt)
    .mutation(({ ctx, input }) => operations.reserveAttempt(ctx.deps, ctx.caller, input)),
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
        tags: ['Acquisition attempts'],
        summary: 'Confirm the cart',
        description:
          'Confirms which cart version the attached root object represents. Amounts are in minor units.',
      },
    })
    .input(confirmProviderCartInput)
    .output(acquisitionAttempt)
    .mutation(({ ctx, input }) => operations.confirmProviderCart(ctx.deps, ctx.caller, input)),
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
        tags: ['Acquisition attempts'],
        summary: 'Attach a provider object',
        description:
          'Attaches a provider object to a role of an attempt. Attaching the same object again changes nothing.',
      },
    })
    .input(attachProviderObjectInput)
    .output(acquisitionAttempt)
    .mutation(({ ctx, input }) => operations.attachProviderObject(ctx.deps, ctx.caller, input)),
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
        tags: ['Acquisition attempts'],
        summary: 'Supersede an attempt',
        description: 'Replaces a failed, canceled or expired attempt with a new one.',
      },
    })
    .input(supersedeAttemptInput)
    .output(reservedAttempt)
    .mutation(({ ctx, input }) => operations.supersedeAttempt(ctx.deps, ctx.caller, input)),
};
