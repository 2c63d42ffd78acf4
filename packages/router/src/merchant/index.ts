import { merchantTrpc } from '../trpc.ts';
import { activateProviderConfig } from './activate-provider-config.ts';
import { archiveWebhookEndpoint } from './archive-webhook-endpoint.ts';
import { attachProviderObject } from './attach-provider-object.ts';
import { bindProvider } from './bind-provider.ts';
import { cancelSession } from './cancel-session.ts';
import { confirmProviderCart } from './confirm-provider-cart.ts';
import { createProviderConfig } from './create-provider-config.ts';
import { createSession } from './create-session.ts';
import { createSessionWithHandoff } from './create-session-with-handoff.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { getDelivery } from './get-delivery.ts';
import { getEndpointHealth } from './get-endpoint-health.ts';
import { getEvent } from './get-event.ts';
import { getMerchantSession } from './get-merchant-session.ts';
import { getSession } from './get-session.ts';
import { getSubscription } from './get-subscription.ts';
import { getWebhookEndpoint } from './get-webhook-endpoint.ts';
import { issuePayerHandoff } from './issue-payer-handoff.ts';
import { listAttempts } from './list-attempts.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEvents } from './list-events.ts';
import { listProviderConfigs } from './list-provider-configs.ts';
import { listProviderEvents } from './list-provider-events.ts';
import { listSessions } from './list-sessions.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { listWebhookEndpoints } from './list-webhook-endpoints.ts';
import { pingEndpoint } from './ping-endpoint.ts';
import { recordPayerOpened } from './record-payer-opened.ts';
import { replaceCart } from './replace-cart.ts';
import { replayEvents } from './replay-events.ts';
import { reportProvisioned } from './report-provisioned.ts';
import { reportProvisioningFailed } from './report-provisioning-failed.ts';
import { resendDelivery } from './resend-delivery.ts';
import { reserveAttempt } from './reserve-attempt.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { retryProviderEvent } from './retry-provider-event.ts';
import { revokePreviousSecret } from './revoke-previous-secret.ts';
import { rotateSigningSecret } from './rotate-signing-secret.ts';
import { supersedeAttempt } from './supersede-attempt.ts';
import { updateProviderConfig } from './update-provider-config.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

/** Every operation of the interface. REST is derived from it. */
export const merchantRouter = merchantTrpc.router({
  createSession,
  createSessionWithHandoff,
  getSession,
  getMerchantSession,
  listSessions,
  replaceCart,
  issuePayerHandoff,
  recordPayerOpened,
  bindProvider,
  reportProvisioned,
  reportProvisioningFailed,
  listAttempts,
  reserveAttempt,
  confirmProviderCart,
  attachProviderObject,
  supersedeAttempt,
  cancelSession,
  resolveConflict,
  getSubscription,
  listSubscriptions,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  archiveWebhookEndpoint,
  rotateSigningSecret,
  revokePreviousSecret,
  getEndpointHealth,
  pingEndpoint,
  listDeliveries,
  getDelivery,
  resendDelivery,
  replayEvents,
  listEvents,
  getEvent,
  listProviderConfigs,
  createProviderConfig,
  updateProviderConfig,
  activateProviderConfig,
  listAuditEntries,
  listProviderEvents,
  retryProviderEvent,
});

export type MerchantRouter = typeof merchantRouter;
/** Calls the operations in-process, e.g. for a person in the dashboard. */
export const createMerchantCaller = merchantTrpc.createCallerFactory(merchantRouter);
