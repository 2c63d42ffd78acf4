import type { AttemptCommand, SessionCommand } from '@parley/domain';
import { formatActor, type People } from '#details/format-actor.ts';
import type { Translator } from '#messages/translator.ts';
import { explainReason } from './explain-reason.ts';
import type { HistoryEntry } from './session-timeline.ts';

const sessionSentences: Record<SessionCommand, string> = {
  issue_handoff: 'The payer’s link was issued',
  open: 'The payer opened the page',
  replace_cart: 'The cart was replaced',
  start_processing: 'The provider accepted the payment and is settling it',
  fail_payment: 'The payment failed',
  receive_exact_funds: 'Paid in full',
  receive_nothing_due: 'No payment is due: the order can be fulfilled',
  receive_wrong_funds: 'A payment arrived that does not match',
  receive_second_payment: 'A further payment arrived',
  expire: 'The session expired',
  cancel: 'The session was canceled',
  report_provisioned: 'Reported as fulfilled',
  report_provisioning_failed: 'Reported as impossible to fulfill',
  accept_conflict: 'The conflict was resolved: the payment was accepted',
  refund_conflict: 'The conflict was resolved: the payment was refunded',
};

const attemptSentences: Record<AttemptCommand, string> = {
  reserve: 'Reserved for the provider',
  attach_root: 'The provider object was attached',
  confirm_cart: 'The provider’s amount was confirmed for the cart',
  replace_cart: 'No longer confirmed',
  mark_unknown: 'No result arrived in time: Parley is checking with the provider',
  challenge_payer: 'The payer’s bank required authentication',
  accept: 'The provider accepted the payment',
  decline: 'The payment was declined',
  decline_unconfirmed: 'The payment was declined',
  succeed: 'The payment succeeded',
  mismatch: 'The payment does not match',
  fail: 'The payment failed',
  cancel: 'Canceled at the provider',
  expire: 'Expired at the provider',
  supersede: 'Replaced by a new attempt',
};

/** Entries that are not state transitions. */
const otherSentences: Readonly<Record<string, string>> = {
  create: 'The session was created',
  record_decline: 'A payment was declined',
  adopt_root: 'An orphaned provider object was found and attached',
  unexpected_payment: 'A payment arrived through another provider object than the attempt’s',
  payments_kept: 'These payments were accepted',
  refund_verified: 'The provider shows all payments as refunded',
  refund_on_word: 'The merchant reported a refund outside of the provider',
  resolution_note: 'A note on the decision',
  provider_refunded: 'The provider reported a refund, in total',
  provider_refund_failed: 'A refund failed, so the money stays with the merchant',
  provider_refund_canceled: 'A refund was canceled, so the money stays with the merchant',
  provider_disputed: 'The payer disputes the payment with their bank',
  clear_merchandise_subtotal: 'The merchandise subtotal of the previous cart no longer applies',
  set_merchandise_subtotal: 'The merchandise subtotal was set for the current cart',
  attach_customer: 'The provider’s customer was attached',
  attach_setup_intent: 'The provider’s setup intent was attached',
};

/** The text of an entry in the timeline. */
interface FormattedEntry {
  readonly sentence: string;
  readonly reason: string | null;
  readonly actor: string;
}

/** Formats an entry of a session's history. */
export function formatHistoryEntry(
  common: Translator<'common'>,
  entry: HistoryEntry,
  people: People,
): FormattedEntry {
  return {
    sentence: sentenceOf(entry),
    reason: entry.reason === null ? null : explainReason(entry.reason),
    actor: formatActor(common, entry.actor_kind, entry.actor_id, people),
  };
}

function sentenceOf({ action, subject }: HistoryEntry): string {
  const sentences: Readonly<Record<string, string>> =
    subject === 'attempt' ? attemptSentences : sessionSentences;
  return sentences[action] ?? otherSentences[action] ?? humanize(action);
}

/** The name of an action that this page does not know yet. */
function humanize(action: string): string {
  const words = action.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
