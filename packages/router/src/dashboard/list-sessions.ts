import { sessionStatuses } from '@parley/domain';
import * as operations from '@parley/operations';
import { z } from 'zod';
import { dashboardProcedure } from './procedure.ts';

/** A page of sessions, newest first. */
export const listSessions = dashboardProcedure
  .input(
    z.strictObject({
      status: z.enum(sessionStatuses).optional(),
      limit: z.int().min(1).max(100).default(25),
      cursor: z.string().max(200).optional(),
      direction: z.enum(['older', 'newer']).optional(),
    }),
  )
  .query(({ ctx, input }) => operations.listSessions(ctx.deps, ctx.caller, input));
