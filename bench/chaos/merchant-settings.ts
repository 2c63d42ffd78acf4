import type { JourneyContext } from './journey.ts';

/** Creates an endpoint, changes it, rotates its secret and archives it: each is an entry of the audit log. */
export async function changeSettings(context: JourneyContext): Promise<void> {
  const { scope, random, api, newKey } = context;
  const send = (operation: string, method: string, path: string, body?: object) =>
    api.send(scope, {
      operation,
      method,
      path: `/v1/webhook_endpoints${path}`,
      key: newKey(),
      body,
    });
  const created = await send('create_endpoint', 'POST', '', {
    url: `http://127.0.0.1:9/${newKey()}`,
    event_types: ['proxy_session.canceled'],
    status: 'inactive',
  });
  const id: string | undefined = created?.body?.webhook_endpoint?.id;
  if (id === undefined) return;
  if (random.chance(0.7))
    await send('update_endpoint', 'PATCH', `/${id}`, { event_types: ['proxy_session.expired'] });
  if (random.chance(0.7)) {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await send('rotate_secret', 'POST', `/${id}/rotate_secret`, {
      previous_signing_secret_expires_at: tomorrow,
    });
  }
  await send('archive_endpoint', 'POST', `/${id}/archive`);
}
