import { listAttemptsInput, listAttemptsOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const listAttempts = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:read',
    errors: [],
    openapi: {
      method: 'GET',
      path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts',
      tags: ['Acquisition attempts'],
      summary: 'List attempts',
      description: 'The reserved attempts of a session, oldest first.',
    },
  })
  .input(listAttemptsInput)
  .output(listAttemptsOutput)
  .query(({ ctx, input }) => operations.listAttempts(ctx.deps, ctx.caller, input));
