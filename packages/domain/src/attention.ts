/** What needs a person of the merchant's team, by the reason for it. */
export const attentionKinds = [
  /**
   * Paid, or nothing is due, and the merchant has not reported the fulfillment within 15 minutes. Not if the money
   * went back or is disputed.
   */
  'unprovisioned_session',
  'payment_conflict',
  /** A dispute waits for the merchant's response. */
  'open_dispute',
  /** The payer's bank asks about a payment, and waits for the merchant's response. No money was withdrawn. */
  'open_inquiry',
  /** A dispute was won or lost, or an inquiry closed, within the last seven days. */
  'closed_dispute',
  /** It is unknown whether the provider has created an object. */
  'unknown_attempt',
  /** The provider refused to create an object for the current cart, so the payer cannot pay. */
  'refused_cart',
  /** No session has the object of the event yet, 75 minutes after it arrived. */
  'parked_provider_event',
  'failed_provider_event',
  /** Deactivated by the service, or active and only failing for ten minutes. */
  'failing_webhook_endpoint',
  /** Expires within two weeks and has no successor, or has one and was used within the last 24 hours. */
  'expiring_api_key',
  /** Far more payments are declined than usual, which may be card testing. */
  'decline_spike',
  /** Another account at the provider receives the live payments since less than a week. */
  'receiving_account_changed',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/**
 * The kinds of which owners and admins get emails in live mode until they choose others. Parked events often
 * resolve on their own, and owners get an email with each change of an account.
 */
export const defaultNotifiedKinds: readonly AttentionKind[] = attentionKinds.filter(
  (kind) => kind !== 'parked_provider_event' && kind !== 'receiving_account_changed',
);

/** How long a change of the account that receives payments needs attention. */
export const ACCOUNT_CHANGE_DAYS = 7;

/** The items of a kind are counted up to here; pages show "100+" for it. */
export const MAX_ATTENTION_COUNT = 100;

/** What a list of items shows: those that are not snoozed, those of them assigned to the reader, or the snoozed ones. */
export const attentionFilters = ['open', 'mine', 'snoozed'] as const;
export type AttentionFilter = (typeof attentionFilters)[number];

/** Characters. */
export const MAX_ATTENTION_NOTE_LENGTH = 2_000;
/** How long an item can be snoozed. */
export const MAX_SNOOZE_DAYS = 90;
