import { apiKeyRepository } from './api-keys.ts';
import { apiRequestRepository } from './api-requests.ts';
import { attemptLimitRepository } from './attempt-limits.ts';
import { attemptRepository, type FindAttemptByObject } from './attempts.ts';
import { attentionRepository } from './attention-items.ts';
import { auditRepository } from './audit-entries.ts';
import { buyerRepository } from './buyers.ts';
import { cartRepository } from './carts.ts';
import type { Connection } from './client.ts';
import { declineLimitRepository } from './decline-limits.ts';
import { exportRepository } from './exports.ts';
import { historyRepository } from './history.ts';
import { idempotencyRepository } from './idempotency.ts';
import { mailOutboxRepository } from './mail-outbox.ts';
import { merchantSettingsRepository } from './merchant-settings.ts';
import { merchantRepository } from './merchants.ts';
import { notificationRepository } from './notifications.ts';
import { outboxRepository } from './outbox.ts';
import { ownedCountRepository } from './owned-counts.ts';
import { paymentRepository } from './payments.ts';
import { providerEventRepository } from './provider-events.ts';
import { pspConfigRepository } from './psp-configs.ts';
import type { Scope } from './records.ts';
import { savedViewRepository } from './saved-views.ts';
import type { SecretBox } from './secret-box.ts';
import { sessionFigureRepository } from './session-figures.ts';
import { sessionLists } from './session-lists.ts';
import { sessionSearch } from './session-search.ts';
import { sessionRepository } from './sessions.ts';
import { subscriptionRepository } from './subscriptions.ts';
import { teamRepository } from './team.ts';
import { webhookDeliveryRepository } from './webhook-deliveries.ts';
import { webhookEndpointRepository } from './webhook-endpoints.ts';

/** The repositories of one scope. */
export function repositories(
  db: Connection,
  { merchantId, mode }: Scope,
  box: SecretBox,
  findAttempt: FindAttemptByObject,
) {
  // Callers pass objects with more fields; only these two may become column values.
  const scope: Scope = { merchantId, mode };
  return {
    merchants: merchantRepository(db),
    settings: merchantSettingsRepository(db, merchantId),
    apiKeys: apiKeyRepository(db, scope),
    apiRequests: apiRequestRepository(db, scope),
    pspConfigs: pspConfigRepository(db, scope, box),
    sessions: {
      ...sessionRepository(db, scope),
      ...sessionLists(db, scope),
      ...sessionSearch(db, scope),
    },
    figures: sessionFigureRepository(db, scope),
    attempts: attemptRepository(db, scope, findAttempt),
    attention: attentionRepository(db, scope),
    carts: cartRepository(db, scope),
    history: historyRepository(db, scope),
    payments: paymentRepository(db, scope),
    outbox: outboxRepository(db, scope),
    owned: ownedCountRepository(db, scope),
    idempotency: idempotencyRepository(db, scope),
    audit: auditRepository(db, scope),
    providerEvents: providerEventRepository(db, scope),
    webhookEndpoints: webhookEndpointRepository(db, scope, box),
    webhookDeliveries: webhookDeliveryRepository(db, scope),
    subscriptions: subscriptionRepository(db, scope),
    team: teamRepository(db, merchantId),
    savedViews: savedViewRepository(db, scope),
    notifications: notificationRepository(db, merchantId),
    mailOutbox: mailOutboxRepository(db, merchantId),
    declineLimits: declineLimitRepository(db, scope, box),
    attemptLimits: attemptLimitRepository({ client: db }),
    exports: exportRepository(db, scope),
    buyers: buyerRepository(db, merchantId),
  };
}

/** Access to the rows of one merchant in one mode, and to no others. */
export type Repositories = ReturnType<typeof repositories>;
