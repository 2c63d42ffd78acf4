import type { Scope } from '@parley/db';
import { createWebhookEndpoint, type Deps } from '@parley/operations';
import { withClient } from '../harness/database.ts';
import { fillSessions } from '../harness/fill-sessions.ts';
import { createDeps, createMerchantDatabase } from '../harness/merchant-database.ts';
import { print } from '../harness/report.ts';
import { fillDeliveries, fillRequests } from './fill-logs.ts';
import { fillAuditLog, fillTeam, fillTriage } from './fill-people.ts';
import { fillProviderEvents, fillSubscriptions } from './fill-subscriptions.ts';
import type { Filling } from './filling.ts';
import { createOriginals, templates } from './originals.ts';

const ENDPOINTS = 10;

/** A database with the sessions to search. The caller closes it. */
export interface FilledDatabase {
  readonly deps: Deps;
  readonly scope: Scope;
  close(): Promise<void>;
}

/**
 * Migrates an empty database and fills it with sessions of one merchant, and with what belongs to them.
 * @param url an empty database, for a superuser
 */
export async function fillDatabase(url: string, count: number): Promise<FilledDatabase> {
  const { database, merchantId, providerConfigId } = await createMerchantDatabase(url);
  const deps = createDeps(database);
  const scope = { merchantId, mode: 'test' } as const;
  const caller = { ...scope, actor: { kind: 'system', id: null }, requestId: 'req_1' } as const;
  await withClient(url, async (client) => {
    const originals = await createOriginals(client, deps, caller, providerConfigId);
    await fillSessions(url, originals, templates, count);
    const endpoints: string[] = [];
    for (let n = 0; n < ENDPOINTS; n++) {
      const address = { url: `https://shop.example/webhooks/${n}` };
      endpoints.push((await createWebhookEndpoint(deps, caller, address)).webhook_endpoint.id);
    }
    await fillTeam({ client, merchantId });
    await fillRelated({ client, merchantId }, endpoints, count);
    // As autovacuum does later.
    await client.query('VACUUM (ANALYZE, PARALLEL 0)');
  });
  return { deps, scope, close: () => database.close() };
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
  for (const [name, fill] of steps) {
    const began = performance.now();
    await fill();
    print(`${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }
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
