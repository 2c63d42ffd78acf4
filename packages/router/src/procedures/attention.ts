import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const attention = {
  /** Lists the items of one kind, with their age. */
  listItems: procedure
    .meta({ permission: 'view' })
    .input(contract.listAttentionItemsInput)
    .output(contract.attentionItemPage)
    .query(run(operations.listAttentionItemsOfKind)),
  /** Lists the items that concern a session, also snoozed ones. */
  listSessionItems: procedure
    .meta({ permission: 'view' })
    .input(contract.sessionInput)
    .output(contract.sessionAttentionItems)
    .query(run(operations.listAttentionItemsOfSession)),
  /** Assigns, snoozes or annotates an item. */
  triageItem: procedure
    .meta({ permission: 'triage' })
    .input(contract.triageAttentionItemInput)
    .output(contract.attentionTriage)
    .mutation(run(operations.triageAttentionItem)),
  /** Counts the items of each kind that are not snoozed. */
  countItems: procedure
    .meta({ permission: 'view' })
    .output(contract.attentionCounts)
    .query(run(operations.countAttentionItems)),
  /** Returns which steps of the onboarding are done, in both modes. */
  getOnboarding: procedure
    .meta({ permission: 'view' })
    .output(contract.onboardingSteps)
    .query(run(operations.getOnboarding)),
  /** Returns which of the things exist that the merchant needs to take payments in this mode. */
  getSetupStatus: procedure
    .meta({ permission: 'view' })
    .output(contract.setupStatus)
    .query(run(operations.getSetupStatus)),
};
