import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

/** The private views of the session list of a member. */
export const savedViews = {
  list: procedure
    .meta({ permission: 'view' })
    .output(contract.savedViews)
    .query(run(operations.listSavedViews)),
  save: procedure
    .meta({ permission: 'view' })
    .input(contract.savedView)
    .output(contract.savedView)
    .mutation(run(operations.saveView)),
  delete: procedure
    .meta({ permission: 'view' })
    .input(contract.savedViewName)
    .output(contract.savedViewName)
    .mutation(run(operations.deleteView)),
};
