import {
  attentionCounts,
  attentionItemPage,
  attentionTriage,
  listAttentionItemsInput,
  onboardingSteps,
  sessionAttentionItems,
  sessionInput,
  setupStatus,
  triageAttentionItemInput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const attention = {
  /** Lists the items of one kind, with their age. */
  listItems: procedure
    .meta({ permission: 'view' })
    .input(listAttentionItemsInput)
    .output(attentionItemPage)
    .query(({ ctx, input }) => operations.listAttentionItemsOfKind(ctx.deps, ctx.caller, input)),
  /** Lists the items that concern a session, also snoozed ones. */
  listSessionItems: procedure
    .meta({ permission: 'view' })
    .input(sessionInput)
    .output(sessionAttentionItems)
    .query(({ ctx, input }) => operations.listAttentionItemsOfSession(ctx.deps, ctx.caller, input)),
  /** Assigns, snoozes or annotates an item. */
  triageItem: procedure
    .meta({ permission: 'triage' })
    .input(triageAttentionItemInput)
    .output(attentionTriage)
    .mutation(({ ctx, input }) => operations.triageAttentionItem(ctx.deps, ctx.caller, input)),
  /** Counts the items of each kind that are not snoozed. */
  countItems: procedure
    .meta({ permission: 'view' })
    .output(attentionCounts)
    .query(({ ctx }) => operations.countAttentionItems(ctx.deps, ctx.caller)),
  /** Returns which steps of the onboarding are done, in both modes. */
  getOnboarding: procedure
    .meta({ permission: 'view' })
    .output(onboardingSteps)
    .query(({ ctx }) => operations.getOnboarding(ctx.deps, ctx.caller)),
  /** Returns which of the things exist that the merchant needs to take payments in this mode. */
  getSetupStatus: procedure
    .meta({ permission: 'view' })
    .output(setupStatus)
    .query(({ ctx }) => operations.getSetupStatus(ctx.deps, ctx.caller)),
};
