import pg from 'pg';
import type { Product } from './product.ts';
import { attemptOptions, confirmation, type Item, objectOf, order } from './requests.ts';

/** The state that a write needs. */
export type Template = 'created' | 'reserved' | 'attached' | 'paid';

/** Copies sessions of each state. */
export interface PreparedSessions {
  /** Adds copies of a session, each with ids of its own. */
  copy(template: Template, count: number): Promise<Item[]>;
  /** The same without their ids, for millions. */
  fill(template: Template, count: number, onProgress: (done: number) => void): Promise<void>;
  /** Updates the statistics of the planner, as autovacuum does later. */
  analyze(): Promise<void>;
  databaseBytes(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * The tables with the rows of a session, how they refer to it, and which values a copy gets. `t` is
 * the original row, `c` has the ids of the copy. All other columns are copied.
 */
const tables: readonly {
  readonly name: string;
  readonly where: string;
  readonly values: Readonly<Record<string, string>>;
}[] = [
  {
    name: 'proxy_session',
    where: 't.id = $1',
    values: {
      id: 'c.session_id',
      completed_attempt_id: 'CASE WHEN t.completed_attempt_id IS NOT NULL THEN c.attempt_id END',
      created_at: 'c.created_at',
    },
  },
  {
    name: 'cart_revision',
    where: 't.proxy_session_id = $1',
    values: { proxy_session_id: 'c.session_id' },
  },
  {
    name: 'acquisition_attempt',
    where: 't.proxy_session_id = $1',
    values: {
      id: 'c.attempt_id',
      proxy_session_id: 'c.session_id',
      provider_root_object_id: `CASE WHEN t.provider_root_object_id IS NOT NULL THEN 'pi_' || c.body END`,
    },
  },
  {
    name: 'history_entry',
    where: 't.proxy_session_id = $1',
    values: {
      proxy_session_id: 'c.session_id',
      attempt_id: 'CASE WHEN t.attempt_id IS NOT NULL THEN c.attempt_id END',
    },
  },
  {
    name: 'outbox_event',
    where: 't.proxy_session_id = $1',
    values: {
      id: `'evt_' || left(c.body, 35) || t.sequence`,
      proxy_session_id: 'c.session_id',
    },
  },
  {
    name: 'idempotency_record',
    where: `t.outcome -> 'output' ->> 'id' = $1`,
    values: {
      key: 'c.body',
      outcome: `jsonb_set(t.outcome, '{output,id}', to_jsonb(c.session_id))`,
    },
  },
];

// Ids have the format of the product: they begin with a time, so they are inserted in order.
const createIds = `
INSERT INTO copy (session_id, attempt_id, body, created_at)
SELECT 'psess_' || body, 'pspacq_' || body, body, at
FROM (
  SELECT at, lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
    || left(replace(gen_random_uuid()::text, '-', ''), 24) AS body
  FROM (SELECT clock_timestamp() AS at FROM generate_series(1, $1::int))
)`;

const BATCH = 20_000;
const PROGRESS_EVERY = 1_000_000;

/** Creates a session in each state with the API, and copies them with SQL. */
export async function prepareSessions(product: Product): Promise<PreparedSessions> {
  const client = new pg.Client({ connectionString: product.merchant.url });
  await client.connect();
  // Prepared rows need no flush; the sessions of the measured requests have one.
  await client.query('SET synchronous_commit = off');
  await client.query(
    'CREATE TEMP TABLE copy (session_id text, attempt_id text, body text, created_at timestamptz)',
  );
  const originals = await createOriginals(product, client);
  const statements: string[] = [];
  for (const table of tables) statements.push(await copyStatement(client, table));

  async function insert(template: Template, count: number): Promise<void> {
    await client.query('TRUNCATE copy');
    await client.query(createIds, [count]);
    for (const statement of statements) await client.query(statement, [originals[template]]);
  }

  return {
    async copy(template, count) {
      await insert(template, count);
      const { rows } = await client.query<Item>(
        'SELECT session_id AS session, attempt_id AS attempt FROM copy',
      );
      return rows;
    },
    async fill(template, count, onProgress) {
      for (let done = 0; done < count; done += BATCH) {
        await insert(template, Math.min(count - done, BATCH));
        if (done > 0 && done % PROGRESS_EVERY === 0) onProgress(done);
      }
    },
    async databaseBytes() {
      const { rows } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return Number(rows[0]?.bytes);
    },
    analyze: async () => {
      await client.query('VACUUM ANALYZE');
    },
    stop: () => client.end(),
  };
}

async function copyStatement(
  client: pg.Client,
  { name, where, values }: (typeof tables)[number],
): Promise<string> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [name],
  );
  const columns = rows.map((row) => row.column_name);
  const selected = columns.map((column) => values[column] ?? `t."${column}"`);
  return `INSERT INTO ${name} ("${columns.join('", "')}")
    SELECT ${selected.join(', ')} FROM ${name} t CROSS JOIN copy c WHERE ${where}`;
}

/** Creates a session in each state and returns their ids. */
async function createOriginals(
  { merchant, apis }: Product,
  client: pg.Client,
): Promise<Readonly<Record<Template, string>>> {
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
  // Only the provider can cause this state, and it is no part of these measurements.
  await client.query(
    `UPDATE acquisition_attempt SET status = 'succeeded', completion_recorded_at = now() WHERE id = $1`,
    [paid.attempt],
  );
  await client.query(
    `UPDATE proxy_session SET status = 'paid', completed_attempt_id = $2 WHERE id = $1`,
    [paid.session, paid.attempt],
  );
  return {
    created: await create(),
    reserved: (await reserve()).session,
    attached: (await attach()).session,
    paid: paid.session,
  };
}
