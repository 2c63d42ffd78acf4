import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const search = {
  /** Finds what shows the object of an id. */
  findById: procedure
    .meta({ permission: 'view' })
    .input(contract.findByIdInput)
    .output(contract.findByIdOutput)
    .query(run(operations.findById)),
};
