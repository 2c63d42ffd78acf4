export { type AccountTransaction, accountTransaction } from './accounts/account-transactions.ts';
export {
  type BrowserSession,
  type FoundSession,
  type LockedSession,
  SESSION_SECONDS,
  type SignedInUser,
} from './accounts/browser-sessions.ts';
export {
  createLinkToken,
  hashLinkToken,
  type LinkPurpose,
} from './accounts/link-tokens.ts';
export { type ClaimedMail, mailQueue } from './accounts/mail-outbox.ts';
export { listMerchantsWithMembers } from './accounts/notifications.ts';
export {
  type ChallengePurpose,
  passkeyChallengeRepository,
} from './accounts/passkey-challenges.ts';
export type { Passkey, PasskeyDetails } from './accounts/passkeys.ts';
export type { SecondFactor } from './accounts/second-factors.ts';
export { type Membership, type NewUser, signInRepository } from './accounts/sign-in.ts';
export {
  type SignInLimit,
  signInLimitKey,
  signInLimitRepository,
} from './accounts/sign-in-limits.ts';
export {
  type InvitationRecord,
  type MemberRecord,
  type OpenInvitation,
  teamRepository,
} from './accounts/team.ts';
export type { OwnedObjects } from './attempts/attempts.ts';
export type { FannedOutDecline } from './attempts/decline-limits.ts';
export { blankAttempt, unreservedAttempt } from './attempts/unreserved-attempt.ts';
export type {
  CommitResult,
  ProviderEventKey,
  RowWrite,
  SessionCommit,
  SessionWrite,
} from './commit/session-commit.ts';
export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export type { ArchiveBlocker, ArchiveCandidate } from './maintenance/archives.ts';
export type { ServerInfo, UserInfo } from './maintenance/diagnostics.ts';
export type { ExportPeriod, SessionParts, TriageExport } from './maintenance/exports.ts';
export type { RetentionPeriods } from './maintenance/old-rows.ts';
export type {
  Rotation,
  RotationOptions,
  RotationProgress,
  SealedValueCount,
} from './maintenance/sealed-values.ts';
export {
  type StuckPaymentKind,
  type StuckPaymentList,
  stuckPaymentKinds,
} from './maintenance/stuck-payments.ts';
export type {
  ApiKeyDetails,
  ApiKeyRecord,
  KeyHolder,
  LiveApiKey,
} from './merchants/api-keys.ts';
export type {
  ApiRequestDetails,
  ApiRequestRecord,
  NewApiRequest,
} from './merchants/api-requests.ts';
export type { AttentionRecord, TriageRecord } from './merchants/attention-items.ts';
export type { AuditListQuery, AuditRecord } from './merchants/audit-entries.ts';
export type { LogoRecord, MerchantSettings } from './merchants/merchant-settings.ts';
export type { MerchantDetails, MerchantRecord, NewMerchantRecord } from './merchants/merchants.ts';
export type { OperatorAction } from './merchants/operator-actions.ts';
export type { CountedLimit } from './merchants/owned-counts.ts';
export type { AccountPayment } from './payments/payments.ts';
export type { ClaimedReceipt } from './payments/receipt-mails.ts';
export type {
  InvoiceRecord,
  LoadedSubscription,
  SubscriptionListQuery,
} from './payments/subscriptions.ts';
export type { ProviderConfigVerification } from './provider/find-provider-config.ts';
export type {
  ProviderConfigRecord,
  ProviderConfigSummary,
} from './provider/provider-configs.ts';
export type {
  LeasedProviderEvent,
  ProviderEventOutcome,
  ProviderEventRecord,
  ProviderEventSummary,
} from './provider/provider-events.ts';
export type {
  AttemptToCheck,
  ProviderCursor,
  SubscriptionToRead,
} from './provider/provider-sweeps.ts';
export type { DueFilter, DueMerchant } from './queues/due-merchants.ts';
export { type DueKind, dueKinds } from './queues/due-queues.ts';
export type { Holding, Lease } from './queues/leases.ts';
export type { QueueDepths } from './queues/queue-depths.ts';
export type { RateLimit, RateLimitConsumption } from './queues/rate-limits.ts';
export type { Repositories } from './repositories.ts';
export type { BuyerMarks, SearchedTable } from './sessions/buyers.ts';
export type { CartRecord } from './sessions/carts.ts';
export type { DueSession } from './sessions/due-sessions.ts';
export type { IdempotencyRecord, IdempotencyScope } from './sessions/idempotency.ts';
export {
  type ComparedPeriods,
  FIGURE_MINUTES,
  type FigureRecord,
  middleOfInterval,
} from './sessions/session-figures.ts';
export type { ListedSession, SessionListQuery } from './sessions/session-lists.ts';
export type { SessionWithOutcome } from './sessions/session-reads.ts';
export type { SessionKey, SessionVersion } from './sessions/session-versions.ts';
export type {
  SessionViews,
  ViewedCarts,
  ViewedMoney,
  ViewedSession,
} from './sessions/session-views.ts';
export type { BackgroundFailure } from './sql/background-failures.ts';
export type { PoolUsage } from './sql/client.ts';
export type { ListPosition } from './sql/list-rows.ts';
export type { MerchantPartition } from './sql/merchant-partitions.ts';
export type { PoolAdmission } from './sql/pool-admission.ts';
export type {
  ActorKind,
  AttemptRecord,
  HistoryRecord,
  JsonObject,
  LoadedSession,
  ObjectCreator,
  PaymentRecord,
  Scope,
  SessionRecord,
  SessionState,
  SubscriptionRecord,
  SyncSource,
} from './sql/records.ts';
export { UnreadableSecret } from './sql/secret-box.ts';
export type { ShardFailure } from './sql/shards.ts';
export type { Transaction } from './transactions.ts';
export type { DeliveryCounts } from './webhooks/delivery-counts.ts';
export type { StreamMessage } from './webhooks/event-stream.ts';
export type { EventFilter, OutboxRecord } from './webhooks/outbox.ts';
export type { AttemptOutcome } from './webhooks/webhook-attempts.ts';
export type {
  DeliveryAttemptRecord,
  DeliveryOfEvent,
  DeliveryRecord,
} from './webhooks/webhook-deliveries.ts';
export type {
  DueDelivery,
  EndpointQueuePosition,
  EndpointQueueRelease,
  LeasedEndpointQueue,
} from './webhooks/webhook-endpoint-queues.ts';
export type { EndpointRecord } from './webhooks/webhook-endpoints.ts';
export { PartialWrite } from './webhooks/webhook-queue.ts';
