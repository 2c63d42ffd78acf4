import * as operations from '@parley/operations';
import { z } from 'zod';
import { dashboardProcedure } from './procedure.ts';

/** A session with everything that happened to it. */
export const getSessionStory = dashboardProcedure
  .input(z.strictObject({ id: z.string() }))
  .query(({ ctx, input }) => operations.getSessionStory(ctx.deps, ctx.caller, input));
