import pg from 'pg';

/** A session and its attempt, by id. */
export interface Item {
  readonly session: string;
  readonly attempt: string;
}

/** The ids of sessions to copy, by name. Each has one attempt. */
export type Originals = Readonly<Record<string, string>>;

/** How copies are spread over the last 30 days, with 20 for each buyer. */
interface Spread {
  /** The number of copies in all batches. */
  readonly total: number;
  /** Names of originals, which the copies take in turn. */
  readonly templates: readonly string[];
}

const AGE_SECONDS = 30 * 24 * 60 * 60;

/** The copies with the numbers `first` to `last`. */
interface Batch {
  readonly first: number;
  readonly last: number;
}

/** Copies the rows of sessions on a connection of its own. */
export interface SessionCopies {
  readonly client: pg.Client;
  /**
   * Adds copies of the last 30 days whose amounts and currencies differ: 90 % are in eur, 9.9 % in usd and 0.1 % in
   * gbp.
   */
  spread(batch: Batch, spread: Spread): Promise<void>;
  /** Adds copies with the amount of their original and returns their ids. Each has a buyer of its own. */
  repeat(template: string, count: number): Promise<Item[]>;
  stop(): Promise<void>;
}

/** The id that a copy has instead of one at the provider. */
const copiedObject = (column: string) => `split_part(t.${column}, '_', 1) || '_' || c.body`;

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
      status: `CASE WHEN c.at < now() - interval '1 day' AND t.closed_at IS NULL
        AND t.status IN ('created', 'payer_handoff_pending', 'payer_opened')
        THEN 'expired' ELSE t.status END`,
      buyer_reference: `'customer_' || c.buyer`,
      amount_minor: 'coalesce(c.amount, t.amount_minor)',
      quote_amount_minor: 'coalesce(c.amount, t.quote_amount_minor)',
      final_amount_minor: 'coalesce(c.amount, t.final_amount_minor)',
      currency: 'coalesce(c.currency, t.currency)',
      quote_currency: 'coalesce(c.currency, t.quote_currency)',
      final_currency: 'coalesce(c.currency, t.final_currency)',
      // Another amount is that of the first line alone, so that the cart adds up to it.
      cart_snapshot: `CASE WHEN c.amount IS NULL OR t.cart_snapshot->'lines'->0 IS NULL THEN t.cart_snapshot
        ELSE t.cart_snapshot || jsonb_build_object('lines', jsonb_build_array(
          t.cart_snapshot->'lines'->0 || jsonb_build_object('amount_minor', c.amount))) END`,
      idempotency_key: 'c.key',
      attempt_id: 'c.attempt_id',
      completed_attempt_id: 'CASE WHEN t.completed_attempt_id IS NOT NULL THEN c.attempt_id END',
      cart_set_at: 'c.at',
      created_at: 'c.at',
      updated_at: 'c.at',
      expires_at: `c.at + interval '1 day'`,
    },
  },
  {
    name: 'acquisition_attempt',
    where: 't.proxy_session_id = $1',
    values: {
      id: 'c.attempt_id',
      proxy_session_id: 'c.session_id',
      provider_root_object_id: copiedObject('provider_root_object_id'),
      provider_setup_intent_id: copiedObject('provider_setup_intent_id'),
      // The provider has none of the copied objects.
      provider_check_at: 'NULL',
      created_at: 'c.at',
      updated_at: 'c.at',
      confirmed_amount_minor: `CASE WHEN t.confirmed_amount_minor IS NOT NULL
        THEN coalesce(c.amount, t.confirmed_amount_minor) END`,
      confirmed_currency: `CASE WHEN t.confirmed_currency IS NOT NULL
        THEN coalesce(c.currency, t.confirmed_currency) END`,
    },
  },
  {
    name: 'payment',
    where: 't.proxy_session_id = $1',
    values: {
      provider_object_id: copiedObject('provider_object_id'),
      proxy_session_id: 'c.session_id',
      attempt_id: 'c.attempt_id',
      root_object_id: copiedObject('root_object_id'),
      amount_minor: 'coalesce(c.amount, t.amount_minor)',
      currency: 'coalesce(c.currency, t.currency)',
      captured_at: 'c.at',
      refunded_minor: '0',
      disputed_minor: '0',
    },
  },
  {
    name: 'history_entry',
    where: 't.proxy_session_id = $1',
    values: {
      proxy_session_id: 'c.session_id',
      attempt_id: 'CASE WHEN t.attempt_id IS NOT NULL THEN c.attempt_id END',
      request_id: `CASE WHEN t.request_id IS NOT NULL THEN 'req_' || c.body END`,
      // A session can have several declines.
      decline_id: `${copiedObject('decline_id')} || t.sequence`,
      at: 'c.at',
    },
  },
  {
    name: 'outbox_event',
    where: 't.proxy_session_id = $1',
    values: {
      id: `'evt_' || left(c.body, 35) || t.sequence`,
      proxy_session_id: 'c.session_id',
      created_at: 'c.at',
    },
  },
  {
    name: 'idempotency_record',
    where: `t.outcome -> 'output' ->> 'id' = $1`,
    values: {
      // Clients choose random keys, so a new one enters its index anywhere.
      key: 'c.key',
      outcome: `jsonb_set(t.outcome, '{output,id}', to_jsonb(c.session_id))`,
      created_at: 'c.at',
    },
  },
];

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** SQL for one of the first ten characters of an id: five bits of a time `x` in units of 1/4 ms. */
const timeCharacter = (_: unknown, at: number) =>
  `substr('${ALPHABET}', 1 + (x >> ${45 - 5 * at} & 31)::int, 1)`;

/**
 * SQL for the part of an id behind its prefix, in the format of `formatId`: it begins with a time, by which
 * lists find it.
 * @param at SQL for the time
 */
export const idBody = (at: string): string => `(
  SELECT ${Array.from({ length: 10 }, timeCharacter).join(' || ')}
    || left(replace(gen_random_uuid()::text, '-', ''), 26)
  FROM (SELECT (extract(epoch FROM ${at}) * 1000)::bigint << 2 AS x) AS units)`;

/** Parameters: first and last number, templates, total and age in seconds of spread copies; both are 0 for others. */
const createIds = `
INSERT INTO copy (n, at, key, body, session_id, attempt_id, template, buyer, amount, currency)
SELECT n, at, gen_random_uuid()::text, body, 'psess_' || body, 'pspacq_' || body,
  ($3::text[])[1 + n % cardinality($3::text[])],
  CASE WHEN $4::int = 0 THEN n ELSE n % greatest($4::int / 20, 1) END,
  -- Prices are multiples of a prime, in no order.
  CASE WHEN $4::int > 0 THEN 100 + n::bigint * 7919 % 50000 END,
  CASE WHEN $4::int > 0 THEN
    CASE WHEN n / 11 % 1000 = 7 THEN 'gbp' WHEN n / 11 % 10 = 3 THEN 'usd' ELSE 'eur' END END
FROM (
  SELECT n, clock_timestamp() - make_interval(secs => $5 * (1 - n / greatest($4::int, 1)::float8)) AS at
  FROM generate_series($1::int, $2::int) AS n
) AS t CROSS JOIN LATERAL ${idBody('at')} AS id (body)`;

export async function createSessionCopies(
  url: string,
  originals: Originals,
): Promise<SessionCopies> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE TEMP TABLE copy (n int, at timestamptz, key text, body text,
    session_id text, attempt_id text, template text, buyer int, amount int, currency text)`);
  const statements: string[] = [];
  for (const table of tables) statements.push(await prepareTable(client, table, originals));
  const insert = async (ids: readonly unknown[]) => {
    await client.query('TRUNCATE copy');
    await client.query(createIds, [...ids]);
    for (const statement of statements) await client.query(statement);
  };
  return {
    client,
    spread: ({ first, last }, { templates, total }) =>
      insert([first, last, templates, total, AGE_SECONDS]),
    async repeat(template, count) {
      if (count === 0) return [];
      await insert([1, count, [template], 0, 0]);
      const ids = 'SELECT session_id AS session, attempt_id AS attempt FROM copy';
      return (await client.query<Item>(ids)).rows;
    },
    stop: () => client.end(),
  };
}

/**
 * Copies the original rows to a table of their own, where they are found however large the table
 * has become.
 * @returns the statement that inserts the copies
 */
async function prepareTable(
  client: pg.Client,
  { name, where, values }: (typeof tables)[number],
  originals: Originals,
): Promise<string> {
  await client.query(`CREATE TEMP TABLE original_${name} AS
    SELECT ''::text AS template, t.* FROM ${name} t WITH NO DATA`);
  for (const [template, id] of Object.entries(originals)) {
    const insert = `INSERT INTO original_${name} SELECT $2, t.* FROM ${name} t WHERE ${where}`;
    await client.query(insert, [id, template]);
  }
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [name],
  );
  const columns = rows.map((row) => row.column_name);
  const selected = columns.map((column) => values[column] ?? `t."${column}"`);
  return `INSERT INTO ${name} ("${columns.join('", "')}")
    SELECT ${selected.join(', ')} FROM original_${name} t JOIN copy c ON c.template = t.template`;
}
