import { randomBytes } from 'node:crypto';
import type { Role } from '@parley/db';
import { createApiKey, createWebhookEndpoint, newId, systemCaller } from '@parley/operations';
import { restRoutes } from '@parley/router/rest';
import { order, type TestApi } from '../api.ts';
import { accountKeys, type OwnedObjects } from '../owned-objects.ts';
import { everyWrite, type Write } from '../writes.ts';

const lastWeek = { period: '7d', until: '2026-11-21T00:00:00Z', time_zone: 'Europe/Berlin' };

/**
 * Creates valid input for every procedure. A write gets an object of its own that is ready for it,
 * so that the call succeeds unless it is refused.
 */
export function createInputs(api: TestApi, owned: OwnedObjects) {
  const id = owned.proxy_sessions;
  const webhook_endpoint_id = owned.webhook_endpoints;
  const event_id = owned.events;
  const freeSession = async () => {
    const { body } = await api.post('/proxy_sessions', { ...order, amount_minor: 0 });
    return { id: body.id };
  };
  const apiKey = async () => {
    const caller = systemCaller({ merchantId: api.merchant.id, mode: 'test' });
    const { api_key } = await createApiKey(api.deps, caller, { kind: 'secret', name: 'server' });
    return { id: api_key.id };
  };
  const apiRequest = async () => {
    const request_id = newId('req');
    const nothing = { network: null, idempotencyKey: null, proxySessionId: null, errorCode: null };
    await api.database.insertApiRequests([
      {
        ...nothing,
        merchantId: api.merchant.id,
        mode: 'test',
        id: request_id,
        method: 'GET',
        route: '/v1/events',
        path: '/v1/events',
        status: 200,
        durationMs: 1,
        apiKeyId: 'key_1',
        apiKeyKind: 'secret',
        replayed: false,
        query: null,
        requestBody: null,
        responseBody: null,
        createdAt: new Date(),
      },
    ]);
    return { request_id };
  };
  const attentionItem = async () => {
    const caller = systemCaller({ merchantId: api.merchant.id, mode: 'test' });
    const url = 'https://shop.example/gone';
    const { id } = (await createWebhookEndpoint(api.deps, caller, { url })).webhook_endpoint;
    await api.database.client.webhookEndpoint.updateMany({
      where: { merchantId: api.merchant.id, id },
      data: { status: 'inactive', inactiveReason: 'gone', inactiveSince: new Date() },
    });
    return { kind: 'failing_webhook_endpoint', id, expected_version: 0, note: 'Asked the shop.' };
  };
  const member = async () => ({ user_id: await addMember(api, api.merchant.id, 'viewer') });
  const invitation = async () => {
    const id = newId('invit');
    await api.database.client.invitation.create({
      data: {
        id,
        organizationId: api.merchant.id,
        email: `${id}@nord.example`,
        role: 'viewer',
        status: 'pending',
        tokenHash: randomBytes(32).toString('hex'),
        inviterId: 'user_owner',
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    return { id };
  };
  const inputs: Record<string, () => Promise<object | undefined>> = {
    'sessions.get': async () => ({ id }),
    'sessions.getMerchantView': async () => ({ id }),
    'sessions.list': async () => ({}),
    'sessions.listOverviews': async () => ({}),
    'sessions.getTimeline': async () => ({ id }),
    'sessions.countByStatus': async () => undefined,
    'sessions.createTest': async () => undefined,
    'attempts.list': async () => ({ proxy_session_id: id }),
    'subscriptions.get': async () => ({ id: owned.subscriptions }),
    'subscriptions.list': async () => ({}),
    'subscriptions.listInvoices': async () => ({ id: owned.subscriptions }),
    'subscriptions.listOverviews': async () => ({}),
    'subscriptions.listBySession': async () => ({ id }),
    'webhookEndpoints.list': async () => ({}),
    'webhookEndpoints.listWithHealth': async () => ({}),
    'webhookEndpoints.get': async () => ({ webhook_endpoint_id }),
    'webhookEndpoints.getHealth': async () => ({ webhook_endpoint_id }),
    'webhookEndpoints.getHourlyDeliveries': async () => ({ webhook_endpoint_id }),
    'webhookEndpoints.explainSignature': async () => ({
      webhook_endpoint_id,
      headers: '',
      body: '',
    }),
    'deliveries.list': async () => ({ webhook_endpoint_id }),
    'deliveries.get': async () => ({ webhook_endpoint_id, event_id }),
    'deliveries.listByEvent': async () => ({ event_id }),
    'events.list': async () => ({}),
    'events.get': async () => ({ event_id }),
    'events.countReplayable': async () => ({ webhook_endpoint_id }),
    'providerConfigs.list': async () => ({}),
    'providerConfigs.retire': async () => {
      const { body } = await api.post('/provider_configs', accountKeys(api));
      return { id: body.provider_config.id };
    },
    'providerEvents.list': async () => ({}),
    'providerEvents.get': async () => ({
      psp_config_id: owned.provider_configs,
      id: owned.provider_events,
    }),
    'apiKeys.list': async () => ({}),
    'apiKeys.create': async () => ({ kind: 'secret', name: 'server' }),
    'apiKeys.roll': async () => ({ ...(await apiKey()), overlap_seconds: 60 }),
    'apiKeys.revoke': apiKey,
    'apiKeys.rename': async () => ({ ...(await apiKey()), name: 'renamed' }),
    'apiRequests.list': async () => ({}),
    'apiRequests.get': apiRequest,
    'apiRequests.findIdempotencyKey': async () => ({ idempotency_key: 'order_1042' }),
    'auditEntries.list': async () => ({}),
    'attention.listItems': async () => ({ kind: 'payment_conflict' }),
    'attention.listSessionItems': async () => ({ id }),
    'attention.countItems': async () => undefined,
    'attention.triageItem': attentionItem,
    'attention.getOnboarding': async () => undefined,
    'overview.getFigures': async () => lastWeek,
    'overview.getWebhookHealth': async () => lastWeek,
    'attention.getSetupStatus': async () => undefined,
    'savedViews.list': async () => undefined,
    'savedViews.save': async () => ({ name: 'Paid', filters: { status: ['paid'] } }),
    'savedViews.delete': async () => ({ name: 'Paid' }),
    'notifications.get': async () => undefined,
    'notifications.save': async () => ({ kinds: ['payment_conflict'] }),
    'search.findById': async () => ({ id }),
    'team.list': async () => undefined,
    'team.invite': async () => ({ email: `${newId('evt')}@nord.example`, role: 'viewer' }),
    'team.resendInvitation': invitation,
    'team.cancelInvitation': invitation,
    'team.changeRole': async () => ({ ...(await member()), role: 'admin' }),
    'team.remove': member,
    'team.requireSecondFactor': async () => ({ required: false }),
    'team.leave': async () => undefined,
    'settings.get': async () => undefined,
    'settings.update': async () => ({ expected_version: 1 }),
    'payer.getPage': freeSession,
    'payer.openPage': freeSession,
    'payer.getReceipt': freeSession,
    'payer.preparePayment': freeSession,
    'payer.checkCharge': async () => ({
      ...(await freeSession()),
      cart_version: 1,
      amount_minor: 0,
      currency: 'eur',
    }),
    'payer.verifyChallenge': async () => ({ ...(await freeSession()), token: 'token' }),
    'payer.syncPayment': freeSession,
  };
  const routes = new Map(restRoutes().map((route) => [route.operation, route]));
  for (const [operation, prepare] of Object.entries(everyWrite(api))) {
    const route = routes.get(operation);
    if (!route) throw new Error(`REST has no ${operation}`);
    inputs[route.procedure] = async () => inputOfWrite(route.path, await prepare());
  }
  return inputs;
}

/** Adds a person to the team of a merchant. Returns the id of the user. */
export async function addMember(
  { database: { client } }: TestApi,
  merchantId: string,
  role: Role,
  userId: string = newId('evt'),
): Promise<string> {
  await client.organization.upsert({
    where: { id: merchantId },
    create: { id: merchantId, name: 'Nord', slug: merchantId },
    update: {},
  });
  const member = { id: `${userId}_member`, organizationId: merchantId, role };
  await client.dashboardUser.create({
    data: { id: userId, name: 'Ada', email: `${userId}@nord.example`, members: { create: member } },
  });
  return userId;
}

/** The body of a write with the parameters of its path. */
function inputOfWrite(template: string, { path, body }: Write): object {
  const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const { groups } = new RegExp(`^${pattern}$`).exec(path) ?? {};
  return { ...groups, ...body };
}
