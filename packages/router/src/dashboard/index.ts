import { dashboardTrpc } from '../trpc.ts';
import { archiveWebhookEndpoint } from './archive-webhook-endpoint.ts';
import { cancelSession } from './cancel-session.ts';
import { countSessions } from './count-sessions.ts';
import { createTestSession } from './create-test-session.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { findAttention } from './find-attention.ts';
import { getDelivery } from './get-delivery.ts';
import { getEndpointHealth } from './get-endpoint-health.ts';
import { getEvent } from './get-event.ts';
import { getSessionStory } from './get-session-story.ts';
import { getSubscription } from './get-subscription.ts';
import { getWebhookEndpoint } from './get-webhook-endpoint.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEndpointsWithHealth } from './list-endpoints-with-health.ts';
import { listProviderEvents } from './list-provider-events.ts';
import { listSessionSubscriptions } from './list-session-subscriptions.ts';
import { listSessions } from './list-sessions.ts';
import { listSubscriptions } from './list-subscriptions.ts';
import { may } from './permission.ts';
import { pingEndpoint } from './ping-endpoint.ts';
import { replayEvents } from './replay-events.ts';
import { reportProvisioned } from './report-provisioned.ts';
import { resendDelivery } from './resend-delivery.ts';
import { resolveConflict } from './resolve-conflict.ts';
import { retryProviderEvent } from './retry-provider-event.ts';
import { revokePreviousSecret } from './revoke-previous-secret.ts';
import { rotateSigningSecret } from './rotate-signing-secret.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

/** What the dashboard's pages ask for. */
export const dashboardRouter = dashboardTrpc.router({
  findAttention,
  listSessions,
  countSessions,
  getSessionStory,
  createTestSession,
  reportProvisioned,
  resolveConflict,
  cancelSession,
  listEndpointsWithHealth,
  getWebhookEndpoint,
  getEndpointHealth,
  createWebhookEndpoint,
  updateWebhookEndpoint,
  archiveWebhookEndpoint,
  rotateSigningSecret,
  revokePreviousSecret,
  pingEndpoint,
  listDeliveries,
  getDelivery,
  resendDelivery,
  replayEvents,
  getEvent,
  listAuditEntries,
  listProviderEvents,
  retryProviderEvent,
  listSubscriptions,
  listSessionSubscriptions,
  getSubscription,
});

export type DashboardRouter = typeof dashboardRouter;
/** Calls the procedures in-process, e.g. while a page is rendered. */
export const createDashboardCaller = dashboardTrpc.createCallerFactory(dashboardRouter);
export { may };
