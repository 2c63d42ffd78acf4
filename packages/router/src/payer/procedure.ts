import { DomainError } from '@parley/domain';
import type { Caller } from '@parley/operations';
import { z } from 'zod';
import { authenticate } from '../authenticate.ts';
import { payerTrpc } from '../trpc.ts';

/** What every call of the payer page carries. */
const payerInput = z.object({ id: z.string(), pk: z.string() });

/**
 * For whoever holds the link: a publishable key and the session's id, which nobody can guess. The
 * key must be the session's own merchant's, else there is no such session.
 */
export const payerProcedure = payerTrpc.procedure
  .input(payerInput)
  .use(async ({ ctx, input, next }) => {
    const { merchantId, mode, kind } = await authenticate(ctx, input.pk);
    if (kind !== 'publishable') throw new DomainError('invalid_api_key');
    const caller: Caller = {
      merchantId,
      mode,
      requestId: ctx.requestId,
      actor: { kind: 'payer', id: null },
    };
    return next({ ctx: { ...ctx, caller } });
  });
