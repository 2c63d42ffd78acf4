import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const overview = {
  /** Returns the figures of a period and of the one before it. */
  getFigures: procedure
    .meta({ permission: 'view' })
    .input(contract.getFiguresInput)
    .output(contract.figures)
    .query(run(operations.getFigures)),
  /** Returns how the deliveries to each webhook endpoint went in a period. */
  getWebhookHealth: procedure
    .meta({ permission: 'view' })
    .input(contract.getFiguresInput)
    .output(contract.webhookHealth)
    .query(run(operations.getWebhookHealth)),
};
