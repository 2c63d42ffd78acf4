import { mailOutboxRepository } from './accounts/mail-outbox.ts';
import { notificationRepository } from './accounts/notifications.ts';
import { signInLimitRepository } from './accounts/sign-in-limits.ts';
import { teamRepository } from './accounts/team.ts';
import { attemptRepository, type FindAttemptByObject } from './attempts/attempts.ts';
import { declineLimitRepository } from './attempts/decline-limits.ts';
import { archiveRepository } from './maintenance/archives.ts';
import { exportRepository } from './maintenance/exports.ts';
import { apiKeyRepository } from './merchants/api-keys.ts';
import { apiRequestRepository } from './merchants/api-requests.ts';
import { attentionRepository } from './merchants/attention-items.ts';
import { auditRepository } from './merchants/audit-entries.ts';
import { merchantSettingsRepository } from './merchants/merchant-settings.ts';
import { merchantRepository } from './merchants/merchants.ts';
import { ownedCountRepository } from './merchants/owned-counts.ts';
import { savedViewRepository } from './merchants/saved-views.ts';
import { paymentRepository } from './payments/payments.ts';
import { subscriptionRepository } from './payments/subscriptions.ts';
import { type FindConfig, providerConfigRepository } from './provider/provider-configs.ts';
import { providerEventRepository } from './provider/provider-events.ts';
import { buyerRepository } from './sessions/buyers.ts';
import { cartRepository } from './sessions/carts.ts';
import { historyRepository } from './sessions/history.ts';
import { idempotencyRepository } from './sessions/idempotency.ts';
import { sessionFigureRepository } from './sessions/session-figures.ts';
import { sessionLists } from './sessions/session-lists.ts';
import { sessionSearch } from './sessions/session-search.ts';
import { sessionRepository } from './sessions/sessions.ts';
import type { Connection } from './sql/client.ts';
import type { Scope } from './sql/records.ts';
import type { SecretBox } from './sql/secret-box.ts';
import type { GetTraceparent } from './sql/traceparent.ts';
import { eventStreamRepository } from './webhooks/event-stream.ts';
import { outboxRepository } from './webhooks/outbox.ts';
import { webhookDeliveryRepository } from './webhooks/webhook-deliveries.ts';
import { webhookEndpointRepository } from './webhooks/webhook-endpoints.ts';

/**
 * The repositories of one scope.
 * @param shared reads on other connections than `db`
 */
export function repositories(
  db: Connection,
  { merchantId, mode }: Scope,
  box: SecretBox,
  shared: { readonly findAttempt?: FindAttemptByObject; readonly findConfig?: FindConfig } = {},
  getTraceparent?: GetTraceparent,
) {
  // Callers pass objects with more fields; only these two may become column values.
  const scope: Scope = { merchantId, mode };
  return {
    merchants: merchantRepository(db),
    settings: merchantSettingsRepository(db, merchantId),
    apiKeys: apiKeyRepository(db, scope),
    apiRequests: apiRequestRepository(db, scope),
    providerConfigs: providerConfigRepository(db, scope, box, shared.findConfig),
    sessions: {
      ...sessionRepository(db, scope),
      ...sessionLists(db, scope),
      ...sessionSearch(db, scope),
    },
    figures: sessionFigureRepository(db, scope),
    attempts: attemptRepository(db, scope, shared.findAttempt),
    attention: attentionRepository(db, scope),
    carts: cartRepository(db, scope),
    history: historyRepository(db, scope),
    payments: paymentRepository(db, scope),
    outbox: outboxRepository(db, scope, getTraceparent),
    eventStream: eventStreamRepository(db, scope),
    owned: ownedCountRepository(db, scope),
    idempotency: idempotencyRepository(db, scope),
    audit: auditRepository(db, scope),
    providerEvents: providerEventRepository(db, scope),
    webhookEndpoints: webhookEndpointRepository(db, scope, box),
    webhookDeliveries: webhookDeliveryRepository(db, scope, getTraceparent),
    subscriptions: subscriptionRepository(db, scope),
    team: teamRepository(db, merchantId),
    savedViews: savedViewRepository(db, scope),
    notifications: notificationRepository(db, merchantId),
    mailOutbox: mailOutboxRepository(db, merchantId),
    declineLimits: declineLimitRepository(db, scope, box),
    signInLimits: signInLimitRepository({ connection: db }),
    exports: exportRepository(db, scope),
    archives: archiveRepository(db, scope),
    buyers: buyerRepository(db, merchantId),
  };
}

/** Access to the rows of one merchant in one mode, and to no others. */
export type Repositories = ReturnType<typeof repositories>;
