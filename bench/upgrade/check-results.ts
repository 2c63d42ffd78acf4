import { applyMigrations } from '@parley/db/migrations';
import { type ReceivedWebhook, waitFor } from '@parley/testing';
import { Webhook } from 'standardwebhooks';
import { databaseUrl, runSql } from '../harness/database.ts';
import { createClients } from '../provider/clients.ts';
import type { Installation } from './installation.ts';
import type { Load } from './load.ts';

const ENDPOINTS = 2;
const SETTLE_WITHIN_MS = 120_000;

interface Ledger {
  readonly charges: readonly { readonly payment_intent: string; readonly captured: number }[];
}

/** Columns, constraints and indexes. Names of NOT NULL constraints depend on how a column was added. */
const schema = `
  SELECT relname, attname AS name, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid)) AS definition
  FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
  LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
  WHERE attnum > 0 AND NOT attisdropped AND relkind = 'r' AND relnamespace = 'public'::regnamespace
  UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
  ORDER BY 1, 2, 3`;

/** The signing secret of the endpoint at each path of the receiver. */
export type SigningSecrets = ReadonlyMap<string, string>;

/** Registers the receiver at both of its paths. */
export async function addEndpoints({
  merchant,
  balancer,
  receiver,
}: Installation): Promise<SigningSecrets> {
  const { api } = createClients({ ...merchant, apiUrl: `${balancer.url}/v1` });
  const write = async <Body>(path: string, body: object) => {
    const response = await api<Body>('POST', path, body);
    if (response.status !== 200) throw new Error(`${path} was refused with ${response.status}`);
    return response.body;
  };
  const secrets = new Map<string, string>();
  for (let number = 1; number <= ENDPOINTS; number++) {
    const { webhook_endpoint: endpoint } = await write<{ webhook_endpoint: { id: string } }>(
      '/webhook_endpoints',
      { url: `${receiver.url}/${number}` },
    );
    const rotated = await write<{ signing_secret: string }>(
      `/webhook_endpoints/${endpoint.id}/rotate_secret`,
      { previous_signing_secret_expires_at: new Date(Date.now() + 1_000).toISOString() },
    );
    secrets.set(`/${number}`, rotated.signing_secret);
  }
  return secrets;
}

/** Whether one of the signatures of a webhook is that of its endpoint, whenever it was sent. */
function isSigned({ path, headers, text }: ReceivedWebhook, secrets: SigningSecrets): boolean {
  const sentAt = new Date(1_000 * Number(headers['webhook-timestamp']));
  const expected = new Webhook(secrets.get(path) ?? '').sign(headers['webhook-id'], sentAt, text);
  return headers['webhook-signature'].split(' ').includes(expected);
}

/** Waits until everything that the load caused is done: payments applied, events delivered. */
export async function settle({ merchant }: Installation, load: Load): Promise<void> {
  await waitFor(
    async () => {
      const [left] = await runSql<{ count: number }>(
        merchant.url,
        `SELECT ((SELECT count(*) FROM proxy_session WHERE id = ANY ($1) AND status <> 'paid')
          + (SELECT count(*) FROM outbox_waiting)
          + (SELECT count(*) FROM webhook_delivery WHERE status = 'waiting'))::int AS count`,
        [[...load.paid]],
      );
      return left?.count === 0;
    },
    { what: 'payments and deliveries to be complete', timeoutMs: SETTLE_WITHIN_MS },
  ).catch(() => {});
}

/** What is wrong after the upgrade; nothing is expected. */
export async function findProblems(
  { merchant, receiver }: Installation,
  load: Load,
  secrets: SigningSecrets,
  adminUrl: string,
  directory: string,
): Promise<string[]> {
  const { url } = merchant;
  const { provider } = createClients({ ...merchant, apiUrl: '' });
  const problems: string[] = [];
  const expectEqual = (what: string, actual: unknown, expected: unknown) => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      problems.push(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  };
  const ids = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));

  const failures = load.requests.filter(({ isFailure }) => isFailure);
  for (const { name, result } of failures.slice(0, 10)) problems.push(`${name}: ${result}`);
  expectEqual('failed requests', failures.length, 0);

  const sessions = ids(await runSql(url, 'SELECT id FROM proxy_session'));
  expectEqual(
    'missing sessions',
    [...load.created].filter((id) => !sessions.has(id)),
    [],
  );
  expectEqual(
    'sessions without acknowledgement',
    [...sessions].filter((id) => !load.created.has(id)),
    [],
  );

  const paid = ids(await runSql(url, "SELECT id FROM proxy_session WHERE status = 'paid'"));
  expectEqual(
    'sessions that are not paid',
    [...load.paid].filter((id) => !paid.has(id)),
    [],
  );
  const { charges } = await provider<Ledger>('GET', '/_sandbox/ledger');
  const payments = await runSql<{ id: string; amount: number }>(
    url,
    'SELECT provider_object_id AS id, amount_minor::int AS amount FROM payment ORDER BY 1',
  );
  const charged = charges.map((one) => [one.payment_intent, one.captured]);
  expectEqual(
    'payments',
    payments.map(({ id, amount }) => [id, amount]),
    charged.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );

  const events = ids(await runSql(url, 'SELECT id FROM outbox_event'));
  const received = new Set(
    receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`),
  );
  expectEqual('received events × endpoints', received.size, events.size * ENDPOINTS);
  const unsigned = receiver.received.filter((one) => !isSigned(one, secrets));
  expectEqual('webhooks without the signature of their endpoint', unsigned.length, 0);
  expectEqual(
    'deliveries',
    await runSql(url, 'SELECT status, count(*)::int FROM webhook_delivery GROUP BY 1'),
    [{ status: 'succeeded', count: events.size * ENDPOINTS }],
  );
  expectEqual(
    'sessions before the backfill without its value, and the state of the backfill',
    await runSql(
      url,
      `SELECT finished_at IS NOT NULL AS finished, rows > 0 AS changed, (SELECT count(*)::int
         FROM proxy_session WHERE upgrade_note IS NULL AND created_at < started_at) AS empty
       FROM backfill`,
    ),
    [{ finished: true, changed: true, empty: 0 }],
  );

  await runSql(adminUrl, 'CREATE DATABASE upgrade_fresh');
  const freshUrl = databaseUrl(adminUrl, 'upgrade_fresh');
  await applyMigrations({ databaseUrl: freshUrl, directory });
  expectEqual('the schema', await runSql(url, schema), await runSql(freshUrl, schema));
  return problems;
}
