import { fillSessions } from '@parley/bench-shared/fill-sessions';
import { createMerchantDatabase, randomAccount } from '@parley/bench-shared/merchant-database';
import { order } from '@parley/bench-shared/order';
import type { Scope } from '@parley/db';
import { createSession, createWebhookEndpoint, type Deps, newId } from '@parley/operations';
import pg from 'pg';
import { fillDeliveries, fillRequests } from './fill-logs.ts';

/** One in 5,000 has the status payment_conflicted, a third is canceled. */
const templates = Array.from({ length: 5_000 }, (_, n) => {
  if (n === 17) return 'conflicted';
  return n % 3 === 0 ? 'canceled' : 'created';
});

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
 * Migrates an empty database and fills it with sessions of one merchant.
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
    /** A session whose status no operation can set without a provider. */
    const create = async (status: string, closed = false) => {
      const { id } = await createSession(deps, caller, order);
      await client.query(
        'UPDATE proxy_session SET status = $2, closed_at = CASE WHEN $3 THEN updated_at END WHERE id = $1',
        [id, status, closed],
      );
      return id;
    };
    await fillSessions({
      url,
      merchant: scope.merchantId,
      originals: {
        created: await create('created'),
        conflicted: await create('payment_conflicted'),
        canceled: await create('canceled', true),
      },
      templates,
      count,
      otherMerchants: 0,
      varied: true,
      inUse: false,
      print,
    });
    await fillFigures(client, scope.merchantId);
    print('adding requests and webhook deliveries');
    await fillRequests(client, scope.merchantId, count);
    for (let n = 0; n < 10; n++) {
      await createWebhookEndpoint(deps, caller, { url: `https://shop.example/webhooks/${n}` });
    }
    await fillDeliveries(client, scope.merchantId, Math.ceil(count / 10));
    // As autovacuum does later.
    await client.query('VACUUM (ANALYZE, PARALLEL 0)');
  } finally {
    await client.end();
  }
  return { deps, scope, close: () => merchant.database.close() };
}

/** Figures of 185 days with every label in each 15 minutes: fan-out counts events, not copies of rows. */
const fillFigures = (client: pg.Client, merchantId: string) =>
  client.query(
    `INSERT INTO session_figure
     SELECT $1, 'test', date_bin('15 minutes', now(), 'epoch') - make_interval(mins => 15 * n), figure,
       label, 10, CASE figure WHEN 'volume' THEN 42000 ELSE 0 END
     FROM generate_series(-96, 96 * 185) n, (VALUES ('created', '{""}'::text[]), ('opened', '{""}'),
       ('paid', '{""}'), ('provisioned', '{""}'), ('volume', '{eur,usd,gbp}'),
       ('time_to_pay', '{8,9,10,11,12,13,14,15,16,17,18,19}'), ('failed', '{expired_card,unknown}')
     ) AS f (figure, labels), unnest(labels) label`,
    [merchantId],
  );
