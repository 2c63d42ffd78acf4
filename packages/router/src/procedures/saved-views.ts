import { savedView, savedViewName, savedViews as savedViewsOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

/** The private views of the session list of a member. */
export const savedViews = {
  list: procedure
    .meta({ permission: 'view' })
    .output(savedViewsOutput)
    .query(({ ctx }) => operations.listSavedViews(ctx.deps, ctx.caller)),
  save: procedure
    .meta({ permission: 'view' })
    .input(savedView)
    .output(savedView)
    .mutation(({ ctx, input }) => operations.saveView(ctx.deps, ctx.caller, input)),
  delete: procedure
    .meta({ permission: 'view' })
    .input(savedViewName)
    .output(savedViewName)
    .mutation(({ ctx, input }) => operations.deleteView(ctx.deps, ctx.caller, input)),
};
