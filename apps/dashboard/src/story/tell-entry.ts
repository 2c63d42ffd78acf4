import type { AttemptCommand, SessionCommand } from '@parley/domain';
import type { StoryEntry } from '@parley/operations';
import { type Cast, tellActor } from '../detail/actor.ts';
import { explainReason } from './reasons.ts';

const ofSession: Record<SessionCommand, string> = {
  issue_handoff: 'The payer’s link was given out',
  open: 'The payer opened the page',
  replace_cart: 'The cart was replaced',
  start_processing: 'The provider accepted the payment and is settling it',
  fail_payment: 'The payment failed',
  receive_exact_funds: 'Paid in full',
  receive_nothing_due: 'Nothing is due now: fulfilment may begin',
  receive_wrong_funds: 'Money arrived that does not match',
  receive_second_payment: 'Money arrived a second time',
  expire: 'The deadline passed',
  cancel: 'The session was canceled',
  report_provisioned: 'Reported as fulfilled',
  report_provisioning_failed: 'Reported as impossible to fulfil',
  accept_conflict: 'The conflict was resolved: the money counts',
  refund_conflict: 'The conflict was resolved: the money went back',
};

const ofAttempt: Record<AttemptCommand, string> = {
  reserve: 'Reserved for the provider',
  attach_root: 'The provider’s object was attached',
  confirm_cart: 'The provider’s amount was confirmed for the cart',
  replace_cart: 'No longer confirmed',
  mark_unknown: 'Nothing was heard in time: the provider is being asked',
  challenge_payer: 'The payer’s bank asked for a confirmation',
  accept: 'The provider accepted the payment',
  decline: 'The payment was declined',
  decline_unconfirmed: 'The payment was declined',
  succeed: 'The payment succeeded',
  mismatch: 'The money does not match',
  fail: 'The payment failed',
  cancel: 'Called off at the provider',
  expire: 'Ran out at the provider',
  supersede: 'Replaced by a new attempt',
};

/** Steps that are no transition. */
const others: Readonly<Record<string, string>> = {
  create: 'The session was created',
  adopt_root: 'A forgotten object of the provider was found and attached',
  unexpected_payment: 'Money came through an object that is not the attempt’s',
  refund_verified: 'The provider shows all of the money as refunded',
  refund_on_word: 'The merchant says the money went back another way',
  resolution_note: 'A note on the decision',
  provider_refunded: 'The provider says that money was given back, so far',
  provider_disputed: 'The payer disputes the payment with their bank',
  attach_customer: 'The provider’s customer was attached',
  attach_setup_intent: 'The provider’s setup was attached',
};

/** A line of the timeline. */
export interface ToldEntry {
  readonly sentence: string;
  readonly reason: string | null;
  readonly actor: string;
}

/** One thing that happened, as a person would say it. */
export function tellEntry(entry: StoryEntry, cast: Cast): ToldEntry {
  return {
    sentence: sentenceOf(entry),
    reason: entry.reason === null ? null : explainReason(entry.reason),
    actor: tellActor(entry.actor_kind, entry.actor_id, cast),
  };
}

function sentenceOf({ action, subject }: StoryEntry): string {
  const table: Readonly<Record<string, string>> = subject === 'attempt' ? ofAttempt : ofSession;
  return table[action] ?? others[action] ?? inWords(action);
}

/** For a step that this page does not know yet. */
function inWords(action: string): string {
  const words = action.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
