export { type AccountTransaction, accountTransaction } from './account-transactions.ts';
export {
  accountRepository,
  type BrowserSession,
  type LockedSession,
} from './accounts.ts';
export type { ApiKeyDetails, ApiKeyKind, ApiKeyRecord, KeyHolder, LiveApiKey } from './api-keys.ts';
export type {
  ApiRequestDetails,
  ApiRequestRecord,
  NewApiRequest,
} from './api-requests.ts';
export { type AttemptLimit, attemptLimitKey, attemptLimitRepository } from './attempt-limits.ts';
export type { OwnedObjects } from './attempts.ts';
export type { AttentionRecord, TriageRecord } from './attention-items.ts';
export type { AuditListQuery, AuditRecord } from './audit-entries.ts';
export type { BackgroundFailure } from './background-failures.ts';
export type { BuyerMarks, SearchedTable } from './buyers.ts';
export type { CartRecord } from './carts.ts';
export type { PoolUsage } from './client.ts';
export type {
  CommitResult,
  ProviderEventKey,
  RowWrite,
  SessionCommit,
  SessionWrite,
} from './commit/session-commit.ts';
export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export type { FannedOutDecline } from './decline-limits.ts';
export type { DeliveryCounts } from './delivery-counts.ts';
export type { Diagnostics, ServerInfo, UserInfo } from './diagnostics.ts';
export type { DueFilter, DueMerchant } from './due-merchants.ts';
export type { DueKind } from './due-queues.ts';
export type { DueSession } from './due-sessions.ts';
export { erasedColumns } from './erased-columns.ts';
export { translateErrors } from './errors.ts';
export type { ExportPeriod, SessionParts, TriageExport } from './exports.ts';
export type { PspConfigVerification } from './find-psp-config.ts';
export type { IdempotencyRecord, IdempotencyScope } from './idempotency.ts';
export type { Holding, Lease } from './leases.ts';
export {
  createLinkToken,
  hashLinkToken,
  type LinkPurpose,
  linkTokenRepository,
} from './link-tokens.ts';
export { type ClaimedMail, mailQueue } from './mail-outbox.ts';
export type { MerchantPartition } from './merchant-partitions.ts';
export type { LogoRecord, MerchantSettings } from './merchant-settings.ts';
export type { MerchantDetails, MerchantRecord } from './merchants.ts';
export { listMerchantsWithMembers } from './notifications.ts';
export type { OperatorAction } from './operator-actions.ts';
export type { EventFilter, OutboxRecord } from './outbox.ts';
export type { CountedLimit } from './owned-counts.ts';
export {
  type ChallengePurpose,
  passkeyChallengeRepository,
} from './passkey-challenges.ts';
export { type Passkey, type PasskeyDetails, passkeyRepository } from './passkeys.ts';
export type { AccountPayment } from './payments.ts';
export type {
  LeasedProviderEvent,
  ProviderEventOutcome,
  ProviderEventRecord,
  ProviderEventSummary,
} from './provider-events.ts';
export type { AttemptToCheck, ProviderCursor, SubscriptionToRead } from './provider-sweeps.ts';
export type {
  PspConfigRecord,
  PspConfigSummary,
} from './psp-configs.ts';
export type { QueueDepths } from './queue-depths.ts';
export type { RateLimit, RateLimitConsumption } from './rate-limits.ts';
export type { ClaimedReceipt } from './receipt-mails.ts';
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
} from './records.ts';
export type { Repositories } from './repositories.ts';
export { type RetentionPeriods, retentionDays } from './retention.ts';
export type {
  Rotation,
  RotationOptions,
  RotationProgress,
  SealedValueCount,
  SealedValues,
} from './sealed-values.ts';
export type { SecondFactor } from './second-factors.ts';
export { UnreadableSecret } from './secret-box.ts';
export {
  type ComparedPeriods,
  FIGURE_MINUTES,
  type FigureRecord,
  middleOfInterval,
} from './session-figures.ts';
export type { SessionWithOutcome } from './session-reads.ts';
export type { SessionKey, SessionVersion } from './session-versions.ts';
export type {
  SessionViews,
  ViewedCarts,
  ViewedMoney,
  ViewedSession,
} from './session-views.ts';
export type { ShardFailure } from './shards.ts';
export { type Membership, signInRepository } from './sign-in.ts';
export type { InvoiceRecord, LoadedSubscription, SubscriptionListQuery } from './subscriptions.ts';
export {
  findOpenInvitation,
  type InvitationRecord,
  type MemberRecord,
  type OpenInvitation,
  type Role,
  roles,
  teamRepository,
} from './team.ts';
export type { Transaction } from './transactions.ts';
export type { AttemptOutcome } from './webhook-attempts.ts';
export type {
  DeliveryAttemptRecord,
  DeliveryListQuery,
  DeliveryOfEvent,
  DeliveryRecord,
} from './webhook-deliveries.ts';
export type {
  DueDelivery,
  EndpointQueuePosition,
  EndpointQueueRelease,
  LeasedEndpointQueue,
} from './webhook-endpoint-queues.ts';
export type { EndpointRecord } from './webhook-endpoints.ts';
export { PartialWrite } from './webhook-queue.ts';
