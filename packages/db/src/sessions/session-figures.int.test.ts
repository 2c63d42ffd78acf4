import { isCluster } from '@parley/testing';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { claimsOfAll } from '../../test/claims.ts';
import { explainScans, rowsRead } from '../../test/plans.ts';
import { addMerchant, addSession, newId, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import { createSqlConnection } from '../sql/sql-connection.ts';
import type { OutboxRecord } from '../webhooks/outbox.ts';
import { fanOutEvents } from '../webhooks/webhook-fan-out.ts';
import { sessionFigureRepository } from './session-figures.ts';

const { database, url, close } = await openTestDatabase();
afterAll(close);

const start = new Date('2026-11-20T00:00:00Z').getTime();
const QUARTER_MS = 15 * 60_000;
const DAY_MS = 96 * QUARTER_MS;
const random = (below: number) => Math.floor(Math.random() * below);
const types = [
  ...['proxy_session.created', 'proxy_session.payer_opened', 'proxy_session.paid'],
  ...['proxy_session.payment_conflicted', 'proxy_session.paid', 'proxy_session.provisioned'],
];
/** Two days, of which the first one is over at 18:00, in parts of six hours. */
const createParts = (from: number, until: number) => ({
  starts: Array.from({ length: 4 }, (_, n) => new Date(from + n * (DAY_MS / 4))),
  until: new Date(until),
});
const [from, until] = [start + DAY_MS, start + 2 * DAY_MS];
const previousUntil = start + 0.75 * DAY_MS;
const periods = {
  previous: createParts(start, previousUntil),
  current: createParts(from, until),
};

interface StoredSession {
  readonly createdAt: number;
  readonly currency: string;
  readonly amount: number;
  readonly events: readonly OutboxRecord[];
  readonly declines: readonly { readonly code: string; readonly at: Date }[];
}

/** A session that got some way, paid twice if it got far. */
async function addRandomSession(scope: Scope): Promise<StoredSession> {
  const createdAt = start + random(2 * DAY_MS);
  const currency = ['eur', 'usd', 'jpy'][random(3)] ?? 'eur';
  const amount = random(10_000);
  const id = await addSession(database, scope, {
    createdAt: new Date(createdAt),
    finalAmountMinor: amount,
    finalCurrency: currency,
  });
  let at = createdAt;
  const failures = Array.from({ length: random(3) }, () => 'acquisition_attempt.failed');
  const happened = types.slice(0, 1 + random(types.length));
  happened.splice(1, 0, ...failures);
  const events = happened.map((type, n) => {
    const event = {
      id: newId('evt'),
      type,
      proxySessionId: id,
      sequence: n + 1,
      payload: { data: { object: { status_reason: ['expired_card', null][random(2)] ?? null } } },
      createdAt: new Date(at),
    };
    at += random(3_600_000);
    return event as unknown as OutboxRecord;
  });
  const declines = Array.from({ length: random(3) }, () => ({
    code: ['stolen_card', 'do_not_honor'][random(2)] ?? '',
    at: new Date(createdAt + random(3_600_000)),
  }));
  await addDeclines(scope, id, declines);
  return { createdAt, currency, amount, events, declines };
}

/** Stores declines that wait to be counted. */
async function addDeclines(scope: Scope, proxySessionId: string, list: StoredSession['declines']) {
  const { merchantId } = scope;
  const declines = list.map((decline) => ({ ...decline, id: newId('evt').replace('evt', 'ch') }));
  await database.client.historyEntry.createMany({
    data: declines.map(({ id, code, at }, n) => ({
      ...{ merchantId, proxySessionId, sequence: n + 1, action: 'record_decline' },
      ...{ reason: code, actorKind: 'provider', declineId: id, at },
    })),
  });
  await database.client.outboxWaiting.createMany({
    data: declines.map(({ id, at }) => ({ merchantId, eventId: id, createdAt: at })),
  });
}

/** Counts the sessions again, from what was stored for them. */
function recount(sessions: readonly StoredSession[]) {
  const counts = new Map<string, [count: number, amount: number]>();
  const add = (at: number, figure: string, label = '', amount = 0) => {
    if (at >= until || (at >= previousUntil && at < from)) return;
    const begin = at < from ? start : from;
    const bucket = figure === 'volume' ? Math.floor((at - begin) / (DAY_MS / 4)) : null;
    const key = [at < from, bucket, figure, label].join();
    const [count, sum] = counts.get(key) ?? [0, 0];
    counts.set(key, [count + 1, sum + amount]);
  };
  for (const { events, createdAt, currency, amount, declines } of sessions) {
    for (const { code, at } of declines) add(at.getTime(), 'declined', code);
    const at = (type: string) => events.find((event) => event.type === type)?.createdAt.getTime();
    for (const [step, type] of [
      ['created', 'proxy_session.created'],
      ['opened', 'proxy_session.payer_opened'],
      ['paid', 'proxy_session.paid'],
      ['provisioned', 'proxy_session.provisioned'],
    ] as const) {
      if (at(type) !== undefined) add(createdAt, step);
    }
    const paidAt = at('proxy_session.paid');
    if (paidAt !== undefined) {
      add(paidAt, 'volume', currency, amount);
      const seconds = Math.max((paidAt - createdAt) / 1000, 1);
      add(paidAt, 'time_to_pay', String(Math.floor(2 * Math.log2(seconds))));
    }
    for (const event of events.filter(({ type }) => type === 'acquisition_attempt.failed')) {
      const { data } = event.payload as { data: { object: { status_reason: string | null } } };
      add(event.createdAt.getTime(), 'failed', data.object.status_reason ?? 'unknown');
    }
  }
  return Object.fromEntries(counts);
}

async function readCounts(scope: Scope) {
  const rows = await database.forScope(scope).figures.read(periods);
  return Object.fromEntries(
    rows.map(({ isPrevious, bucket, figure, label, count, amountMinor }) => [
      [isPrevious, bucket, figure, label].join(),
      [Number(count), Number(amountMinor)],
    ]),
  );
}

it('concurrent and repeated fan-outs count what a full recount does', async () => {
  const first = await addMerchant(database);
  const scopes: Scope[] = [
    first,
    { merchantId: first.merchantId, mode: 'live' },
    await addMerchant(database),
  ];
  const stored = new Map<Scope, StoredSession[]>(scopes.map((scope) => [scope, []]));
  for (let round = 0; round < 4; round++) {
    for (const scope of scopes) {
      const sessions = await Promise.all(Array.from({ length: 6 }, () => addRandomSession(scope)));
      stored.get(scope)?.push(...sessions);
      const events = sessions.flatMap((session) => session.events);
      await database.forScope(scope).outbox.append(events);
    }
    await Promise.all([20, 30, 40].map((limit) => claimsOfAll(database).fanOut(limit)));
  }
  while ((await claimsOfAll(database).fanOut(500)).events > 0);
  await claimsOfAll(database).fanOut(500);
  for (const scope of scopes) {
    expect(await readCounts(scope)).toEqual(recount(stored.get(scope) ?? []));
  }
});

// The statements for one shard of Citus give the same result on PostgreSQL.
it.skipIf(isCluster()).each([false, true])(
  'a fan-out that ends before its commit counts nothing, sharded: %s',
  async (isSharded) => {
    const scope = await addMerchant(database);
    const session = await addRandomSession(scope);
    await database.forScope(scope).outbox.append(session.events);
    const client = new pg.Client(url);
    await client.connect();
    await client.query('BEGIN');
    const group = { ids: [scope.merchantId], isSharded };
    const { events } = await fanOutEvents(createSqlConnection(client), group, 100);
    expect(events).toBe(session.events.length + session.declines.length);
    await client.query('ROLLBACK');

    expect(await readCounts(scope)).toEqual({});
    await fanOutEvents(createSqlConnection(client), group, 100);
    await client.end();
    expect(await readCounts(scope)).toEqual(recount([session]));
  },
);

// On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
it.skipIf(isCluster())('reads one row for each 15 minutes and label, and no session', async () => {
  const scope = await addMerchant(database);
  await database.client.$executeRaw`
    INSERT INTO session_figure
    SELECT ${scope.merchantId}, mode, ${new Date(start)}::timestamptz + make_interval(mins => 15 * n),
      figure, '', 1000, 0
    FROM generate_series(0, 96 * 20 - 1) n, unnest('{test,live}'::text[]) mode,
      unnest('{created,opened}'::text[]) figure`;
  const nodes = await explainScans(database.client, async (db) => {
    const figures = sessionFigureRepository(db, scope);
    await figures.read(periods);
    await figures.findFirst();
  });
  expect(nodes.map((node) => [node['Index Name'], rowsRead(node)])).toEqual([
    ['session_figure_pkey', 2 * 96 * 2],
    ['session_figure_pkey', 1],
  ]);
});
