import { fillSessions } from '@parley/bench-shared/fill-sessions';
import { order } from '@parley/bench-shared/order';
import { type Item, openSessionCopies } from '@parley/bench-shared/session-copies';
import pg from 'pg';
import type { Product } from './product.ts';
import { attemptOptions, confirmation, objectOf } from './requests.ts';

/** Merchants that share half of the sessions of a filled database. */
const OTHER_MERCHANTS = 1_000;

/** The state that a write needs. */
export type Template = 'created' | 'reserved' | 'attached' | 'paid';

/** Copies sessions of each state. */
export interface PreparedSessions {
  /** Adds copies of a session, each with ids of its own. */
  copy(template: Template, count: number): Promise<Item[]>;
  /** Fills the database with created sessions of many merchants. */
  fill(count: number, print: (line: string) => void): Promise<void>;
  /** Updates the statistics of the planner, as autovacuum does later. */
  analyze(): Promise<void>;
  databaseBytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Creates a session in each state with the API, and copies them with SQL. */
export async function prepareSessions(product: Product): Promise<PreparedSessions> {
  const { url, merchantId: merchant } = product.merchant;
  const originals = await createOriginals(product);
  const copies = await openSessionCopies(url, merchant, originals);
  const { client } = copies;
  return {
    async copy(template, count) {
      if (count === 0) return [];
      await copies.insert([template], { first: 1, last: count });
      return copies.items();
    },
    fill: (count, print) =>
      fillSessions({
        url,
        merchant,
        originals,
        templates: ['created'],
        count,
        otherMerchants: OTHER_MERCHANTS,
        varied: false,
        inUse: false,
        print,
      }),
    async databaseBytes() {
      const { rows } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return Number(rows[0]?.bytes);
    },
    analyze: async () => {
      await client.query('VACUUM (ANALYZE, PARALLEL 0)');
    },
    stop: copies.stop,
  };
}

/** Creates a session in each state and returns their ids. */
async function createOriginals({
  merchant,
  apis,
}: Product): Promise<Readonly<Record<Template, string>>> {
  const send = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await fetch(`${apis[0]?.url}/v1/proxy_sessions${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${merchant.secretKey}`,
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
      object_id: objectOf(item),
      expected_version: 2,
      ...(provider_confirmation && { provider_confirmation }),
    });
    return item;
  };
  const paid = await attach(confirmation);
  await markPaid(merchant.url, paid);
  return {
    created: await create(),
    reserved: (await reserve()).session,
    attached: (await attach()).session,
    paid: paid.session,
  };
}

/** Only the provider can cause this state, and it is not part of these measurements. */
async function markPaid(url: string, { session, attempt }: Item): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `UPDATE acquisition_attempt SET status = 'succeeded', completion_recorded_at = now() WHERE id = $1`,
      [attempt],
    );
    await client.query(
      `UPDATE proxy_session SET status = 'paid', completed_attempt_id = $2 WHERE id = $1`,
      [session, attempt],
    );
  } finally {
    await client.end();
  }
}
