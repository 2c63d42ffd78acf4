import { findByIdInput, findByIdOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const search = {
  /** Finds what shows the object of an id. */
  findById: procedure
    .meta({ permission: 'view' })
    .input(findByIdInput)
    .output(findByIdOutput)
    .query(({ ctx, input }) => operations.findById(ctx.deps, ctx.caller, input)),
};
