import { attentionFilters, attentionKinds, MAX_ATTENTION_NOTE_LENGTH } from '@parley/domain';
import { z } from 'zod';
import { pageFields, pageInput, timestamp } from './common.ts';

/** What a merchant needs to take payments in a mode, and whether it exists. */
export const setupStatus = z.object({
  active_provider_config: z.boolean(),
  secret_key: z.boolean(),
  webhook_endpoint: z.boolean(),
});
export type SetupStatus = z.infer<typeof setupStatus>;

/** What people decided about an item. */
export const attentionTriage = z.object({
  /** 0 until someone writes. */
  version: z.int(),
  /** A user id. The person may have left the team since. */
  assignee_id: z.string().nullable(),
  /** Null unless the item is snoozed now. */
  snoozed_until: timestamp.nullable(),
  note: z.string().nullable(),
  /** The user id of the last change. */
  updated_by: z.string().nullable(),
  updated_at: timestamp.nullable(),
});
export type AttentionTriage = z.infer<typeof attentionTriage>;

/** An object that needs a person. */
export const attentionItem = z.object({
  kind: z.enum(attentionKinds),
  /**
   * The id of the session, attempt, payment, provider event, webhook endpoint, API key or provider config; of
   * the merchant for a spike.
   */
  id: z.string(),
  session_id: z.string().nullable(),
  /** Of the dispute of a renewal; null otherwise. */
  subscription_id: z.string().nullable(),
  /** The buyer of a session or payment, the URL of an endpoint, the name of a key or the account of a config. */
  name: z.string().nullable(),
  /**
   * The reason of an attempt or event; why the service deactivated an endpoint, null if it still sends;
   * `still_in_use` for an API key that was rolled, null for one that was not; the id of the former config;
   * `won` or `lost` of a closed dispute, `inquiry` of a closed inquiry.
   */
  reason: z.string().nullable(),
  /** When it began to need a person; when an API key expires, or until when a dispute can be responded to. */
  at: timestamp,
  triage: attentionTriage,
});
export type AttentionItem = z.infer<typeof attentionItem>;

export const listAttentionItemsInput = z.strictObject({
  kind: z.enum(attentionKinds),
  filter: z.enum(attentionFilters).default('open'),
  ...pageInput,
});
export type ListAttentionItemsInput = z.infer<typeof listAttentionItemsInput>;

/** A field that is missing stays as it is. */
export const triageAttentionItemInput = z.strictObject({
  kind: z.enum(attentionKinds),
  id: z.string().max(255),
  expected_version: z.int().min(0),
  /** The user id of a member; null assigns it to no one. */
  assignee_id: z.string().max(255).nullish(),
  /** In the future, at most 90 days ahead; null shows the item again. */
  snoozed_until: z.string().max(64).nullish(),
  /** Null removes it. */
  note: z
    .string()
    .trim()
    .min(1, 'must not be empty; send null to remove the note')
    .max(
      MAX_ATTENTION_NOTE_LENGTH,
      `must have at most ${MAX_ATTENTION_NOTE_LENGTH.toLocaleString('en')} characters`,
    )
    .nullish(),
});
export type TriageAttentionItemInput = z.infer<typeof triageAttentionItemInput>;

/** Those that wait for the longest time first; API keys in the order in which they expire. */
export const attentionItemPage = z.object({ data: z.array(attentionItem), ...pageFields });
export type AttentionItemPage = z.infer<typeof attentionItemPage>;

/** Those of one session, also snoozed ones. */
export const sessionAttentionItems = z.array(attentionItem);

/** The number of items of each kind that are not snoozed; 100 means 100 or more. */
export const attentionCounts = z.record(z.enum(attentionKinds), z.int());
export type AttentionCounts = z.infer<typeof attentionCounts>;

/** The steps of a new merchant, and whether each is done. They follow from the merchant's objects. */
export const onboardingSteps = z.object({
  /** Test mode has an active provider config. */
  provider_connected: z.boolean(),
  /** An active webhook endpoint of test mode accepted one of its newest deliveries. */
  webhook_received: z.boolean(),
  /** A session exists in test mode, by an API key or the dashboard. */
  test_session_created: z.boolean(),
  /** A session of test mode was paid and reported as provisioned. */
  first_session_provisioned: z.boolean(),
  /** Live mode has an active provider config. */
  live_provider_connected: z.boolean(),
  /** Live mode has an active secret key. */
  live_key_created: z.boolean(),
  /** A session exists in live mode. */
  live_session_created: z.boolean(),
});
export type OnboardingSteps = z.infer<typeof onboardingSteps>;

/** The kinds of items of which a member gets emails, in live mode. */
export const notificationSettings = z.strictObject({
  kinds: z.array(z.enum(attentionKinds)).max(attentionKinds.length),
});
export type NotificationSettings = z.output<typeof notificationSettings>;
