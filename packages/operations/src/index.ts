export type { SessionKey } from '@parley/db';
export { renameApiKey, revokeApiKey } from './api-key/change-api-key.ts';
export { createApiKey } from './api-key/create-api-key.ts';
export { listApiKeys, locateApiKey } from './api-key/list-api-keys.ts';
export { rollApiKey } from './api-key/roll-api-key.ts';
export { findIdempotencyKey } from './api-request/find-idempotency-key.ts';
export { getApiRequest, listApiRequests } from './api-request/list-api-requests.ts';
export { attachProviderObject } from './attempt/attach-provider-object.ts';
export { bindProvider } from './attempt/bind-provider.ts';
export { checkAttempt, MISSING_OBJECT_SECONDS } from './attempt/check-attempt.ts';
export { confirmProviderCart } from './attempt/confirm-provider-cart.ts';
export { listAttempts } from './attempt/list-attempts.ts';
export { rereadSubscription } from './attempt/reread-subscription.ts';
export { reserveAttempt } from './attempt/reserve-attempt.ts';
export { markAttemptUnknown } from './attempt/resolve-unknown.ts';
export { supersedeAttempt } from './attempt/supersede-attempt.ts';
export {
  countAttentionItems,
  listAttentionItemsOfKind,
  listAttentionItemsOfSession,
} from './attention/attention-items.ts';
export { emailAttentionItems } from './attention/email-items.ts';
export { getOnboarding } from './attention/get-onboarding.ts';
export { getSetupStatus } from './attention/get-setup-status.ts';
export {
  getNotificationSettings,
  saveNotificationSettings,
} from './attention/notification-settings.ts';
export { triageAttentionItem } from './attention/triage-item.ts';
export { listAuditEntries } from './audit/list-audit-entries.ts';
export {
  openStream,
  readStream,
  type StreamPosition,
} from './event/event-stream.ts';
export { getEvent } from './event/get-event.ts';
export { listEvents } from './event/list-events.ts';
export {
  ARCHIVE_BATCH,
  type ArchivableBatch,
  type ArchivedSession,
  deleteArchived,
  eraseArchived,
  findArchivable,
  readArchivable,
  recordArchive,
} from './export/archive-sessions.ts';
export { type ExportedKind, exportedKinds, exportMerchant } from './export/export-merchant.ts';
export { createMerchant } from './merchant/create-merchant.ts';
export { eraseBuyer, findErasableSessions } from './merchant/erase-buyer.ts';
export {
  findLogo,
  getEmbeddingOrigins,
  getMerchantSettings,
  replaceEmbeddingOrigins,
  updateMerchantSettings,
} from './merchant/merchant-settings.ts';
export { resumeMerchant, suspendMerchant } from './merchant/suspend-merchant.ts';
export { getFigures } from './overview/get-figures.ts';
export { getWebhookHealth } from './overview/get-webhook-health.ts';
export { type OpenPayerPageInput, openPayerPage } from './payer/open-payer-page.ts';
export {
  type Branding,
  getPayerPage,
  type PayerPage,
  type PayerPageDocument,
  readPageRevisions,
} from './payer/payer-page.ts';
export type { PaymentForm, PreparedPayment } from './payer/payment-context.ts';
export type { Terms } from './payer/payment-terms.ts';
export { preparePayment } from './payer/prepare-payment.ts';
export { getEmailedReceipt, getReceipt, type Receipt } from './payer/receipt.ts';
export { checkCharge, syncPayment } from './payer/sync-payment.ts';
export { verifyChallenge } from './payer/verify-challenge.ts';
export { activateProviderConfig } from './provider-config/activate-provider-config.ts';
export { createProviderConfig } from './provider-config/create-provider-config.ts';
export { createProviderWebhookEndpoint } from './provider-config/create-provider-webhook-endpoint.ts';
export { listProviderConfigs } from './provider-config/list-provider-configs.ts';
export { retireProviderConfig } from './provider-config/retire-provider-config.ts';
export { updateProviderConfig } from './provider-config/update-provider-config.ts';
export { applyProviderEvent } from './provider-event/apply-provider-event.ts';
export { findMissedEvents, type MissedEventsOptions } from './provider-event/find-missed-events.ts';
export {
  getProviderEvent,
  listProviderEvents,
  parkProviderEvent,
  retryProviderEvent,
} from './provider-event/provider-event-queue.ts';
export { retryInternal } from './provider-event/provider-event-schedule.ts';
export {
  receiveProviderEvent,
  type VerifyNotification,
} from './provider-event/receive-provider-event.ts';
export {
  type PaymentDifference,
  type ReconciliationResult,
  reconcilePayments,
} from './provider-event/reconcile-payments.ts';
export {
  type RecordingResult,
  recordMissingPayment,
} from './provider-event/record-missing-payment.ts';
export { authenticateKey, generateKey, identifyKey, insertApiKey } from './request/api-key.ts';
export { type Caller, type Idempotency, systemCaller } from './request/caller.ts';
export type { Captcha, Deps, ProviderOrigin } from './request/deps.ts';
export { fingerprint } from './request/fingerprint.ts';
export { newId } from './request/new-id.ts';
export { createRateLimiter, type RateLimiter, type Reservation } from './request/rate-limiter.ts';
export { createRequestFlows, type RequestFlows } from './request/request-flows.ts';
export { deleteView, listSavedViews, saveView } from './saved-view/saved-views.ts';
export { findById } from './search/find-by-id.ts';
export { cancelSession } from './session/cancel-session.ts';
export { createSession } from './session/create-session.ts';
export { createSessionWithHandoff } from './session/create-session-with-handoff.ts';
export { createTestSession } from './session/create-test-session.ts';
export { expireSessions } from './session/expire-sessions.ts';
export { getMerchantSession, getPayerSafeSession } from './session/get-session.ts';
export { getSessionTimeline } from './session/get-session-timeline.ts';
export { issuePayerHandoff } from './session/issue-payer-handoff.ts';
export {
  countSessionsByStatus,
  listSessionOverviews,
  listSessions,
} from './session/list-sessions.ts';
export { recordPayerOpened } from './session/record-payer-opened.ts';
export { replaceCart } from './session/replace-cart.ts';
export { reportProvisioned, reportProvisioningFailed } from './session/report-provisioning.ts';
export { resolveConflict } from './session/resolve-conflict.ts';
export { handoffUrl } from './session-change/session-view.ts';
export { getSubscription } from './subscription/get-subscription.ts';
export { listInvoices } from './subscription/list-invoices.ts';
export { listSessionSubscriptions } from './subscription/list-session-subscriptions.ts';
export {
  listSubscriptionOverviews,
  listSubscriptions,
} from './subscription/list-subscriptions.ts';
export { changeMemberRole, leaveTeam, removeMember } from './team/change-member.ts';
export {
  cancelInvitation,
  inviteAgain,
  inviteMember,
  resendInvitation,
} from './team/invite-member.ts';
export { listTeam } from './team/list-team.ts';
export { requireSecondFactor } from './team/require-second-factor.ts';
export { archiveWebhookEndpoint } from './webhook-endpoint/archive-webhook-endpoint.ts';
export { createWebhookEndpoint } from './webhook-endpoint/create-webhook-endpoint.ts';
export { deactivateEndpoint } from './webhook-endpoint/deactivate-endpoint.ts';
export { explainSignature } from './webhook-endpoint/explain-signature.ts';
export { getDelivery } from './webhook-endpoint/get-delivery.ts';
export { getEndpointHealth, getHourlyDeliveries } from './webhook-endpoint/get-endpoint-health.ts';
export { getWebhookEndpoint } from './webhook-endpoint/get-webhook-endpoint.ts';
export { listDeliveries, listDeliveriesOfEvent } from './webhook-endpoint/list-deliveries.ts';
export {
  listEndpointsWithHealth,
  listWebhookEndpoints,
} from './webhook-endpoint/list-webhook-endpoints.ts';
export { pingEndpoint } from './webhook-endpoint/ping-endpoint.ts';
export { countReplayable, replayEvents } from './webhook-endpoint/replay-events.ts';
export { resendDelivery } from './webhook-endpoint/resend-delivery.ts';
export { resendEvent } from './webhook-endpoint/resend-event.ts';
export {
  revokePreviousSecret,
  rotateSigningSecret,
} from './webhook-endpoint/rotate-signing-secret.ts';
export { updateWebhookEndpoint } from './webhook-endpoint/update-webhook-endpoint.ts';
