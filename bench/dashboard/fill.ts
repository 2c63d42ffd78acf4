import { fillSessions } from '@parley/bench-shared/fill-sessions';
import { createMerchantDatabase, randomAccount } from '@parley/bench-shared/merchant-database';
import type { Scope } from '@parley/db';
import { createWebhookEndpoint, type Deps, newId } from '@parley/operations';
import pg from 'pg';
import { fillDeliveries, fillRequests } from './fill-logs.ts';
import { fillAuditLog, fillTeam, fillTriage } from './fill-people.ts';
import { fillProviderEvents, fillSubscriptions } from './fill-subscriptions.ts';
import { type Filling, timed } from './filling.ts';
import { createOriginals, templates } from './originals.ts';

const ENDPOINTS = 10;

/** A database with the sessions to search. The caller closes it. */
export interface FilledDatabase {
  readonly deps: Deps;
  readonly scope: Scope;
  close(): Promise<void>;
}

/** Dependencies of operations that call no provider. */
export const readingDeps = (database: Deps['database']): Deps => ({
  database,
  newId,
  checkoutUrl: 'http://127.0.0.1:9',
  connectProvider: () => {
    throw new Error('reading calls no provider');
  },
});

/**
 * Migrates an empty database and fills it with sessions of one merchant, and with what belongs to them.
 * @param url an empty database, for a superuser
 */
export async function fillDatabase(
  url: string,
  count: number,
  print: (line: string) => void,
): Promise<FilledDatabase> {
  const merchant = await createMerchantDatabase(url, randomAccount('http://127.0.0.1:9'));
  const deps = readingDeps(merchant.database);
  const scope = { merchantId: merchant.merchantId, mode: 'test' } as const;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const caller = { ...scope, actor: { kind: 'system', id: null }, requestId: 'req_1' } as const;
    await fillSessions({
      url,
      merchant: scope.merchantId,
      originals: await createOriginals(client, deps, caller, merchant.providerConfigId),
      templates,
      count,
      otherMerchants: 0,
      varied: true,
      inUse: false,
      print,
    });
    const filling = { client, merchantId: scope.merchantId, print };
    await timed(filling, 'team', () => fillTeam(filling));
    const endpoints: string[] = [];
    for (let n = 0; n < ENDPOINTS; n++) {
      const url = `https://shop.example/webhooks/${n}`;
      endpoints.push((await createWebhookEndpoint(deps, caller, { url })).webhook_endpoint.id);
    }
    await fillRelated(filling, endpoints, count);
    // As autovacuum does later.
    await timed(filling, 'vacuum', () => client.query('VACUUM (ANALYZE, PARALLEL 0)'));
  } finally {
    await client.end();
  }
  return { deps, scope, close: () => merchant.database.close() };
}

/**
 * Fills the tables of what belongs to a number of sessions. Rows that exist already are left as they are.
 * @param endpoints ids of the webhook endpoints that received the newest events
 */
export async function fillRelated(
  filling: Filling,
  endpoints: readonly string[],
  sessions: number,
): Promise<void> {
  const some = (share: number) => Math.ceil(sessions / share);
  const steps: readonly (readonly [name: string, fill: () => Promise<unknown>])[] = [
    ['figures', () => fillFigures(filling)],
    ['subscriptions', () => fillSubscriptions(filling, some(10))],
    ['provider events', () => fillProviderEvents(filling, some(20) * 3)],
    ['requests', () => fillRequests(filling, sessions)],
    ['deliveries', () => fillDeliveries(filling, endpoints, some(10))],
    ['audit log', () => fillAuditLog(filling, endpoints, some(5))],
    ['decisions about what needs attention', () => fillTriage(filling, some(200))],
  ];
  for (const [name, fill] of steps) await timed(filling, name, fill);
}

/** Figures of 185 days with every label in each 15 minutes: fan-out counts events, not copies of rows. */
const fillFigures = ({ client, merchantId }: Filling) =>
  client.query(
    `INSERT INTO session_figure
     SELECT $1, 'test', date_bin('15 minutes', now(), 'epoch') - make_interval(mins => 15 * n), figure,
       label, 10, CASE figure WHEN 'volume' THEN 42000 ELSE 0 END
     FROM generate_series(-96, 96 * 185) n, (VALUES ('created', '{""}'::text[]), ('opened', '{""}'),
       ('paid', '{""}'), ('provisioned', '{""}'), ('volume', '{eur,usd,gbp}'),
       ('time_to_pay', '{8,9,10,11,12,13,14,15,16,17,18,19}'), ('failed', '{expired_card,unknown}')
     ) AS f (figure, labels), unnest(labels) label
     ON CONFLICT DO NOTHING`,
    [merchantId],
  );
