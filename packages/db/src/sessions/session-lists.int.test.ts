import { randomBytes } from 'node:crypto';
import type { SessionStatus } from '@parley/domain';
import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainScans, rowsRead } from '../../test/plans.ts';
import {
  addAttempt,
  addMerchant,
  addSession,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import { type SessionListQuery, sessionLists } from './session-lists.ts';
import { sessionSearch } from './session-search.ts';
import { sessionRepository } from './sessions.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const newest = { limit: 10, direction: 'older' } as const;

describe('a session list', () => {
  let scope: Scope;
  /** Oldest first. */
  const ids: string[] = [];
  beforeAll(async () => {
    scope = await addMerchant(opened.database);
    const sessions: readonly (readonly [SessionStatus, string, bigint, string])[] = [
      ['created', 'eur', 100n, 'anna'],
      ['expired', 'eur', 200n, 'ben'],
      ['canceled', 'usd', 200n, 'anna'],
      ['created', 'usd', 9_000_000_000n, 'ben'],
      ['expired', 'eur', 300n, 'anna'],
    ];
    for (const [
      at,
      [status, finalCurrency, finalAmountMinor, buyerReference],
    ] of sessions.entries()) {
      const createdAt = new Date(1_800_000_000_000 + at);
      const charge = { finalCurrency, finalAmountMinor };
      const id = await addSession(opened.database, scope, {
        status,
        buyerReference,
        createdAt,
        metadata: { order: `A-${at}`, large: at > 3, 'a ->> b': null },
        ...charge,
      });
      const statusReason = at % 2 === 0 ? 'payment_declined' : null;
      await addAttempt(opened.database, scope, id, { statusReason });
      await addAttempt(opened.database, scope, id, {
        ...{ attemptNumber: 2, isCurrent: false, statusReason: 'cart_changed' },
      });
      ids.push(id);
    }
  });
  const list = async (query: Partial<SessionListQuery>) => {
    const { sessions } = opened.database.forScope(scope);
    const { sessions: found, examinedTo } = await sessions.list({ ...newest, ...query });
    return { found: found.map(({ session }) => ids.indexOf(session.id)), examinedTo };
  };

  it.each<[Partial<SessionListQuery>, number[]]>([
    [{ statuses: ['created', 'expired'] }, [4, 3, 1, 0]],
    [{ statuses: ['created', 'expired'], limit: 3, direction: 'newer' }, [0, 1, 3]],
    [{ currency: 'usd' }, [3, 2]],
    [{ amountFrom: 200, amountTo: 300 }, [4, 2, 1]],
    [{ amountFrom: 301 }, [3]],
    [{ statuses: ['created', 'expired'], currency: 'eur', amountTo: 200 }, [1, 0]],
    [{ buyerReference: 'anna', statuses: ['created', 'expired'] }, [4, 0]],
    [{ buyerReference: 'anna', currency: 'eur', direction: 'newer' }, [0, 4]],
    [{ metadata: { key: 'order', value: 'A-2' } }, [2]],
    [{ metadata: { key: 'large', value: 'true' }, statuses: ['expired'] }, [4]],
    [{ metadata: { key: 'a ->> b', value: '' } }, []],
    [{ attemptReason: 'payment_declined' }, [4, 2, 0]],
    [{ attemptReason: 'payment_declined', currency: 'usd' }, [2]],
    [{ attemptReason: 'cart_changed' }, []],
    [{ ids: [] }, []],
  ])('with %o contains the sessions that match all filters', async (query, expected) => {
    expect(await list(query)).toEqual({ found: expected, examinedTo: null });
  });

  it('of ids contains those that match the other filters', async () => {
    const [first = '', , third = ''] = ids;
    expect((await list({ ids: [first, third] })).found).toEqual([2, 0]);
    expect((await list({ ids: [first, third], statuses: ['canceled'] })).found).toEqual([2]);
  });

  it.each([
    [{ currency: 'usd' }, [3, 2]],
    [{ statuses: ['created', 'expired'], currency: 'eur' } as const, [4, 1, 0]],
    [{ metadata: { key: 'order', value: 'A-0' } }, [0]],
  ])(
    'with %o continues where its limit of examined sessions ended it',
    async (filter, expected) => {
      const found: number[] = [];
      let from: SessionListQuery['from'];
      for (let pages = 0; pages < 3; pages++) {
        const page = await list({ ...filter, from, maxExamined: 2 });
        found.push(...page.found);
        from = page.examinedTo ?? undefined;
        if (!from) break;
      }
      expect(found).toEqual(expected);
      expect(from).toBeUndefined();
    },
  );
});

it('a list by metadata examines fewer sessions if their metadata is large, and continues with the others', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const ids: string[] = [];
  // Compressed; too large for the row, although it cannot be compressed; small.
  const notes = ['a'.repeat(200_000), randomBytes(20_000).toString('base64'), '', '', ''];
  for (const [at, note] of notes.entries())
    ids.push(
      await addSession(database, scope, {
        createdAt: new Date(1_800_000_000_000 - at),
        metadata: { order: 'A', note },
      }),
    );
  const metadata = { key: 'order', value: 'A' };
  const list = (query: Partial<SessionListQuery>) =>
    database.forScope(scope).sessions.list({ ...newest, metadata, maxExamined: 52, ...query });
  const first = await list({});
  expect(first.sessions.map(({ session }) => session.id)).toEqual(ids.slice(0, 2));
  expect(first.examinedTo?.id).toBe(ids[1]);
  const second = await list({ from: first.examinedTo ?? undefined });
  expect(second.sessions.map(({ session }) => session.id)).toEqual(ids.slice(2));
  expect(second.examinedTo).toBeNull();
  expect((await list({ maxExamined: 103 })).sessions).toHaveLength(5);
});

it('lists each session that needs attention once, with the other filters', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const reserved = await reservedColumns(database, scope);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const add = async (status: SessionStatus, minutes: number) => {
    const at = minutesAgo(minutes);
    const isPaid = ['paid', 'provisioned'].includes(status);
    const completed = isPaid ? { completedAttemptId: 'pspacq_completed' } : {};
    const times = { createdAt: at, updatedAt: at };
    const id = await addSession(database, scope, { status, ...times, ...completed });
    return { id, attempt: await addAttempt(database, scope, id) };
  };
  const conflict = await add('payment_conflicted', 20);
  const paid = await add('paid', 30);
  await add('paid', 5);
  const unknown = await add('payer_opened', 40);
  const failed = await add('provisioned', 50);
  const further = await add('provisioned', 55);
  await database.client.proxySession.updateMany({
    where: { merchantId: scope.merchantId, id: further.id },
    data: { conflictSince: minutesAgo(1) },
  });
  await add('created', 60);
  await database.client.acquisitionAttempt.updateMany({
    where: { merchantId: scope.merchantId, id: { in: [unknown.attempt, conflict.attempt] } },
    data: { ...reserved, status: 'unknown' },
  });
  const providerConfigId = reserved.merchantProviderConfigId;
  const event = {
    ...scope,
    providerConfigId,
    type: 'charge.refunded',
    objectId: 'ch_1',
    payload: {},
  };
  await database.client.providerEvent.create({
    data: {
      ...event,
      ...{ eventId: 'evt_1', status: 'failed', proxySessionId: failed.id },
      ...{ occurredAt: new Date(), receivedAt: new Date(), dueAt: new Date() },
    },
  });
  const { sessions, attention } = database.forScope(scope);
  const needsAttention = { relatedIds: await attention.listRelatedSessionIds(10) };
  const list = async (query: Partial<SessionListQuery>) =>
    (await sessions.list({ ...newest, needsAttention, ...query })).sessions.map(
      ({ session }) => session.id,
    );
  expect(await list({})).toEqual([conflict.id, paid.id, unknown.id, failed.id, further.id]);
  expect(await list({ limit: 2, direction: 'newer' })).toEqual([further.id, failed.id]);
  expect(await list({ statuses: ['paid', 'created'] })).toEqual([paid.id]);
  expect(await list({ buyerReference: 'buyer', currency: 'eur', amountTo: 4200 })).toHaveLength(5);
  expect(await list({ ids: [paid.id], currency: 'usd' })).toEqual([]);
});

// On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
describe.skipIf(isCluster())('among 5,000 sessions of a merchant', () => {
  const SESSIONS = 5_000;
  const MAX_EXAMINED = 100;
  let scope: Scope;
  beforeAll(async () => {
    scope = await addMerchant(opened.database);
    const { client } = opened.database;
    await client.$executeRaw`
      INSERT INTO proxy_session (merchant_id, id, attempt_id, cart_snapshot, cart_set_at,
        mode, status, buyer_reference, metadata,
        amount_minor, currency, cart_version, quote_amount_minor, quote_currency, quote_cart_version,
        quote_observed_at, final_amount_minor, final_currency, final_cart_version, finalized_at,
        expires_at, created_at, updated_at)
      SELECT ${scope.merchantId}, 'psess_' || n, 'pspacq_' || n, '{}', now(), 'test',
        (ARRAY['created', 'expired', 'canceled'])[1 + n % 3], 'buyer_' || n % 10, '{}', 1, 'eur', 1, 1,
        'eur', 1, now(), 1, 'eur', 1, now(), now(), now() - make_interval(secs => n), now()
      FROM generate_series(1, ${SESSIONS}) n`;
    await client.$executeRaw`
      INSERT INTO history_entry (merchant_id, proxy_session_id, sequence, action, actor_kind,
        request_id, at)
      SELECT ${scope.merchantId}, 'psess_' || n, 1, 'create', 'system', 'req_' || n / 100, now()
      FROM generate_series(1, ${SESSIONS}) n`;
    await client.$executeRaw`
      INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number,
        status, is_current, psp, commercial_mode, integration_path, pricing_mode, created_at,
        updated_at)
      SELECT ${scope.merchantId}, 'pspacq_' || n, 'psess_' || n, 'test', 1, 'canceled', true,
        'provider', 'one_time', 'payment_intent', 'fixed', now(), now()
      FROM generate_series(1, ${SESSIONS}) n`;
    await client.$executeRaw`ANALYZE`;
  });

  const scans = (work: (db: Connection) => Promise<unknown>) =>
    explainScans(opened.database.client, work);
  const createdFrom = () => new Date(Date.now() - 3_000_000);
  const getIds = (count: number) => Array.from({ length: count }, (_, n) => `psess_${50 * n + 1}`);
  it.each<[Partial<SessionListQuery>, string, number]>([
    [{}, 'proxy_session_newest', 10],
    [{ statuses: ['expired'] }, 'proxy_session_newest_by_status', 10],
    [{ statuses: ['expired', 'canceled'] }, 'proxy_session_newest_by_status', 10],
    [{ needsAttention: { relatedIds: ['psess_7'] } }, 'proxy_session_newest_by_status', 10],
    [
      { needsAttention: { relatedIds: getIds(90) }, amountFrom: 2 },
      'proxy_session_newest_by_status',
      MAX_EXAMINED,
    ],
    [{ statuses: ['paid'] }, 'proxy_session_newest_by_status', 10],
    [{ buyerReference: 'buyer_1' }, 'proxy_session_newest_by_buyer', 10],
    [{ payerEmail: 'Ada@Example.com' }, 'proxy_session_newest_by_payer', 10],
    [{ createdFrom: createdFrom(), direction: 'newer' }, 'proxy_session_newest', 10],
    [{ currency: 'eur' }, 'proxy_session_newest', MAX_EXAMINED],
    [{ currency: 'gbp' }, 'proxy_session_newest', MAX_EXAMINED],
    [{ amountFrom: 2 }, 'proxy_session_newest', MAX_EXAMINED],
    [{ metadata: { key: 'order', value: '1' } }, 'proxy_session_newest', MAX_EXAMINED],
    [{ attemptReason: 'payment_declined' }, 'proxy_session_newest', MAX_EXAMINED],
    [
      { statuses: ['expired', 'canceled'], currency: 'gbp' },
      'proxy_session_newest_by_status',
      MAX_EXAMINED,
    ],
    [
      { buyerReference: 'buyer_1', statuses: ['paid'] },
      'proxy_session_newest_by_buyer',
      MAX_EXAMINED,
    ],
  ])('a list with %o reads a bounded part of its index', async (query, index, most) => {
    const nodes = await scans((db) =>
      sessionLists(db, scope).list({ ...newest, maxExamined: MAX_EXAMINED, ...query }),
    );
    const found = nodes.filter((node) => node['Index Name'] !== 'proxy_session_pkey');
    const ofSessions = found.filter((node) => node['Relation Name'] === 'proxy_session');
    const indexes = query.needsAttention ? [index, 'proxy_session_with_conflict'] : [index];
    expect(new Set(ofSessions.map((node) => node['Index Name']))).toEqual(new Set(indexes));
    for (const node of ofSessions) expect(rowsRead(node)).toBeLessThanOrEqual(most);
    for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(MAX_EXAMINED);
  });

  it('the counts read at most the limit of each status', async () => {
    const nodes = await scans((db) => sessionRepository(db, scope).countByStatus(50));
    expect(nodes.some((node) => rowsRead(node) === 50)).toBe(true);
    for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(50);
  });

  it('a search by id reads a bounded number of rows in indexes', async () => {
    for (const id of ['req_7', 'psess_12', 'pspacq_12', 'pi_unknown']) {
      const nodes = await scans((db) => sessionSearch(db, scope).searchById(id));
      for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(20);
    }
  });
});
