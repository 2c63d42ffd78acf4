import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** What the merchant's people should look at, whatever page they are on. */
export const findAttention = dashboardProcedure.query(({ ctx }) =>
  operations.listAttentionItems(ctx.deps, ctx.caller),
);
