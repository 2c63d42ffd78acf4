import { randomBytes } from 'node:crypto';
import type { Role } from '@parley/domain';
import { createApiKey, createWebhookEndpoint, newId, systemCaller } from '@parley/operations';
import { procedures } from '@parley/router';
import { restRoutes } from '@parley/router/rest';
import { order, type TestApi } from '../api.ts';
import { createLoggedRequest, type OwnedObjects } from '../owned-objects.ts';
import { writeInputs } from '../writes.ts';

const lastWeek = { period: '7d', until: '2026-11-21T00:00:00Z', time_zone: 'Europe/Berlin' };

/**
 * Creates valid input for every procedure. A write gets an object of its own that is ready for it,
 * so that the call succeeds unless it is refused. Without an entry here, the required fields are ids.
 */
export function createInputs(api: TestApi, owned: OwnedObjects) {
  const { webhook_endpoints: webhook_endpoint_id } = owned;
  const freeSession = async () => {
    const { body } = await api.post('/proxy_sessions', { ...order, amount_minor: 0 });
    return { id: body.id };
  };
  const apiKey = async () => {
    const caller = systemCaller({ merchantId: api.merchant.id, mode: 'test' });
    const { api_key } = await createApiKey(api.deps, caller, { kind: 'secret', name: 'server' });
    return { id: api_key.id };
  };
  const apiRequest = async () => ({ request_id: await createLoggedRequest(api, api.merchant) });
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
  const inputs: Record<string, () => Promise<object>> = {
    'subscriptions.get': async () => ({ id: owned.subscriptions }),
    'subscriptions.listInvoices': async () => ({ id: owned.subscriptions }),
    'webhookEndpoints.explainSignature': async () => ({
      webhook_endpoint_id,
      headers: '',
      body: '',
    }),
    'providerConfigs.retire': () => writeInputs.activateProviderConfig(api),
    'providerEvents.get': async () => ({
      psp_config_id: owned.provider_configs,
      id: owned.provider_events,
    }),
    'apiKeys.create': async () => ({ kind: 'secret', name: 'server' }),
    'apiKeys.roll': async () => ({ ...(await apiKey()), overlap_seconds: 60 }),
    'apiKeys.revoke': apiKey,
    'apiKeys.rename': async () => ({ ...(await apiKey()), name: 'renamed' }),
    'apiRequests.get': apiRequest,
    'apiRequests.findIdempotencyKey': async () => ({ idempotency_key: 'order_1042' }),
    'attention.listItems': async () => ({ kind: 'payment_conflict' }),
    'attention.triageItem': attentionItem,
    'overview.getFigures': async () => lastWeek,
    'overview.getWebhookHealth': async () => lastWeek,
    'savedViews.save': async () => ({ name: 'Paid', filters: { status: ['paid'] } }),
    'savedViews.delete': async () => ({ name: 'Paid' }),
    'notifications.save': async () => ({ kinds: ['payment_conflict'] }),
    'team.invite': async () => ({ email: `${newId('evt')}@nord.example`, role: 'viewer' }),
    'team.resendInvitation': invitation,
    'team.cancelInvitation': invitation,
    'team.changeRole': async () => ({ ...(await member()), role: 'admin' }),
    'team.remove': member,
    'team.requireSecondFactor': async () => ({ required: false }),
    'settings.update': async () => ({ expected_version: 1 }),
    'payer.checkCharge': async () => ({
      ...(await freeSession()),
      cart_version: 1,
      amount_minor: 0,
      currency: 'eur',
    }),
    'payer.verifyChallenge': async () => ({ ...(await freeSession()), token: 'token' }),
  };
  for (const { operation, procedure } of restRoutes()) {
    const create = writeInputs[operation as keyof typeof writeInputs];
    if (create) inputs[procedure] = () => create(api);
  }
  /** By the name of a required field. */
  const ids: Record<string, string | undefined> = {
    id: owned.proxy_sessions,
    proxy_session_id: owned.proxy_sessions,
    webhook_endpoint_id: owned.webhook_endpoints,
    event_id: owned.events,
  };
  const createDefault = async (path: string) => {
    if (path.startsWith('payer.')) return freeSession();
    const fields = procedures[path]?._def.inputs.at(-1)?.shape;
    if (!fields) return;
    const required = Object.keys(fields).filter(
      (name) => !fields[name].safeParse(undefined).success,
    );
    return Object.fromEntries(
      required.map((name) => {
        if (ids[name] === undefined) throw new Error(`add the input of ${path} to inputs.ts`);
        return [name, ids[name]];
      }),
    );
  };
  return (path: string) => inputs[path]?.() ?? createDefault(path);
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
