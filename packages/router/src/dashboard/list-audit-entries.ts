import { listAuditEntriesInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** Who did what, newest first. */
export const listAuditEntries = dashboardProcedure
  .input(listAuditEntriesInput)
  .query(({ ctx, input }) => operations.listAuditEntries(ctx.deps, ctx.caller, input));
