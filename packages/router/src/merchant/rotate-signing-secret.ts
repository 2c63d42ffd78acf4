import { rotateSecretInput, rotateSecretOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const rotateSigningSecret = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:write',
    errors: ['endpoint_archived'],
    openapi: {
      method: 'POST',
      path: '/webhook_endpoints/{webhook_endpoint_id}/rotate_secret',
      tags: ['Webhook endpoints'],
      summary: 'Rotate the signing secret',
      description:
        'Reveals a new signing secret, once. Until the given moment the one before signs beside it; a second rotation drops the oldest.',
    },
  })
  .input(rotateSecretInput)
  .output(rotateSecretOutput)
  .mutation(({ ctx, input }) => operations.rotateSigningSecret(ctx.deps, ctx.caller, input));
