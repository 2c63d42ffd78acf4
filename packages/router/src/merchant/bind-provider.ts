import { bindProviderInput, bindProviderOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const bindProvider = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:write',
    errors: [
      'unsupported_psp',
      'provider_error',
      'cart_version_conflict',
      'attempt_options_mismatch',
      'payment_in_progress',
      'provider_object_conflict',
      'session_expired',
      'session_state_conflict',
      'object_type_mismatch',
    ],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{id}/provider_bindings',
      tags: ['Sessions'],
      summary: 'Bind a provider checkout session',
      description:
        'Reserves the attempt for a checkout session of the provider and attaches it, in one step.',
    },
  })
  .input(bindProviderInput)
  .output(bindProviderOutput)
  .mutation(({ ctx, input }) => operations.bindProvider(ctx.deps, ctx.caller, input));
