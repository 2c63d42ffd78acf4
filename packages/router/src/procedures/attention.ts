import { attentionItems } from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const attention = {
  /** Returns the items that need a person's attention: conflicts, failed events, failing endpoints. */
  list: procedure
    .meta({ permission: 'view' })
    .output(attentionItems)
    .query(({ ctx }) => operations.listAttentionItems(ctx.deps, ctx.caller)),
};
