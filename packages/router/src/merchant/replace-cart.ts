import { replaceCartInput, replaceCartOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const replaceCart = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: [
      'cart_version_conflict',
      'currency_locked',
      'payment_in_progress',
      'session_expired',
      'session_state_conflict',
    ],
    openapi: {
      method: 'PUT',
      path: '/proxy_sessions/{id}/cart',
      tags: ['Sessions'],
      summary: 'Replace the cart',
      description:
        'Replaces the cart and the charge of an open session, and raises its cart version.',
    },
  })
  .input(replaceCartInput)
  .output(replaceCartOutput)
  .mutation(({ ctx, input }) => operations.replaceCart(ctx.deps, ctx.caller, input));
