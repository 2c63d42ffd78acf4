import { createSessionInput, createSessionOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const createSession = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: ['invalid_expiry'],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions',
      tags: ['Sessions'],
      summary: 'Create a session',
      description: 'Creates a session that asks for a charge. The amount is in minor units.',
    },
  })
  .input(createSessionInput)
  .output(createSessionOutput)
  .mutation(({ ctx, input }) => operations.createSession(ctx.deps, ctx.caller, input));
