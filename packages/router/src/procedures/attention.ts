import { attentionItems, setupStatus } from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const attention = {
  /** Returns the items that need a person's attention: conflicts, failed events, failing endpoints. */
  list: procedure
    .meta({ permission: 'view' })
    .output(attentionItems)
    .query(({ ctx }) => operations.listAttentionItems(ctx.deps, ctx.caller)),
  /** Returns which of the things exist that the merchant needs to take payments in this mode. */
  getSetupStatus: procedure
    .meta({ permission: 'view' })
    .output(setupStatus)
    .query(({ ctx }) => operations.getSetupStatus(ctx.deps, ctx.caller)),
};
