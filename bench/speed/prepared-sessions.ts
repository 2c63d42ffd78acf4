import { runSql } from '../harness/database.ts';
import type { MerchantDatabase } from '../harness/merchant-database.ts';
import { order } from '../harness/order.ts';
import { createSessionCopies, type Item, type SessionCopies } from '../harness/session-copies.ts';
import { attemptOptions, confirmation, getObject } from '../load/requests.ts';

/** The states that a write may need. */
export const templates = ['created', 'reserved', 'attached', 'paid'] as const;
export type Template = (typeof templates)[number];

/** Creates a session in each state with the API, to be copied with SQL. */
export async function prepareSessions(
  { url, secretKey }: MerchantDatabase,
  apiUrl: string,
): Promise<SessionCopies> {
  const send = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await fetch(`${apiUrl}/v1/proxy_sessions${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  };
  const create = async () => (await send<{ id: string }>('', order)).id;
  const reserve = async (): Promise<Item> => {
    const session = await create();
    const { acquisition_attempt } = await send<{ acquisition_attempt: { id: string } }>(
      `/${session}/acquisition_attempts`,
      attemptOptions,
    );
    return { session, attempt: acquisition_attempt.id };
  };
  const attach = async (provider_confirmation?: object): Promise<Item> => {
    const item = await reserve();
    await send(`/${item.session}/acquisition_attempts/${item.attempt}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: getObject(item),
      expected_version: 2,
      ...(provider_confirmation && { provider_confirmation }),
    });
    return item;
  };
  const paid = await attach(confirmation);
  await markPaid(url, paid);
  const originals: Readonly<Record<Template, string>> = {
    created: await create(),
    reserved: (await reserve()).session,
    attached: (await attach()).session,
    paid: paid.session,
  };
  return createSessionCopies(url, originals);
}

/** Only the provider can cause this state, and it is not part of these measurements. */
async function markPaid(url: string, { session, attempt }: Item): Promise<void> {
  await runSql(
    url,
    `UPDATE acquisition_attempt SET status = 'succeeded', completion_recorded_at = now() WHERE id = $1`,
    [attempt],
  );
  await runSql(
    url,
    `UPDATE proxy_session SET status = 'paid', completed_attempt_id = $2, attempt_status = 'succeeded'
     WHERE id = $1`,
    [session, attempt],
  );
}
