import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainScans, rowsRead } from '../../test/plans.ts';
import { addMerchant, addSession, openTestDatabase } from '../../test/rows.ts';
import { type AuditListQuery, auditRepository } from '../merchants/audit-entries.ts';
import { type SubscriptionListQuery, subscriptionRepository } from '../payments/subscriptions.ts';
import { type HeldEventsQuery, providerEventRepository } from '../provider/provider-events.ts';
import { type EventFilter, outboxRepository } from '../webhooks/outbox.ts';
import type { Connection } from './client.ts';
import type { Scope } from './records.ts';

const ROWS = 3_000;
const MAX_EXAMINED = 100;
const PSUB = 'psub_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0';

const { database, close } = await openTestDatabase();
afterAll(close);
const { client } = database;
let scope: Scope;

// The newest row has the highest number.
beforeAll(async () => {
  scope = await addMerchant(database);
  const { merchantId } = scope;
  await addMerchant(database);
  await client.$executeRaw`
    INSERT INTO audit_entry (merchant_id, id, mode, action, object_type, object_id, details,
      actor_kind, actor_id, created_at)
    SELECT ${merchantId}, 'audit_' || n, 'test', 'a.b',
      CASE WHEN n % 2 = 0 THEN 'api_key' ELSE 'member' END, 'object_' || n % 10, '{}', 'user',
      'user_' || n % 3, timestamptz '2026-11-01' + make_interval(mins => n)
    FROM generate_series(1, ${ROWS}) n`;
  const session = await addSession(database, scope);
  await client.$executeRaw`
    INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number, status,
      is_current, psp, commercial_mode, integration_path, pricing_mode, created_at, updated_at)
    SELECT ${merchantId}, 'pspacq_' || n, ${session}, 'test', n, 'canceled', false, 'provider',
      'subscription', 'direct_subscription', 'fixed', now(), now()
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO subscription (merchant_id, id, mode, proxy_session_id, attempt_id, psp_config_id,
      buyer_reference, psp, provider_subscription_id, status, configuration_status,
      cancel_at_period_end, items, last_synced_at, provider_customer_id, latest_invoice_id,
      latest_invoice_amount_minor, latest_invoice_currency, latest_payment_status,
      created_at, updated_at)
    SELECT ${merchantId}, 'psub_' || n, 'test', ${session}, 'pspacq_' || n, 'pspcfg',
      'buyer_' || n % 10, 'provider', 'sub_' || n,
      CASE WHEN n % 2 = 0 THEN 'active' ELSE 'past_due' END,
      CASE WHEN n % 3 = 0 THEN 'unknown' ELSE 'supported' END, false, '[]', now(),
      'cus_' || n % 50, 'in_' || n, 900, 'eur', 'paid',
      timestamptz '2026-11-01' + make_interval(mins => n), now()
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO outbox_event (merchant_id, id, mode, type, proxy_session_id, sequence, payload, created_at)
    SELECT ${merchantId}, 'evt_' || lpad(n::text, 6, '0'), 'test',
      CASE WHEN n % 2 = 0 THEN 'proxy_session.paid' ELSE 'proxy_session.created' END,
      'psess_' || n % 300, n, '{}', timestamptz '2026-11-01' + make_interval(mins => n)
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload, status,
      due_at, occurred_at, received_at)
    SELECT ${merchantId}, 'pspcfg', 'evt_' || n, 'test', 'charge.refunded', 'ch_1', '{}',
      CASE n % 3 WHEN 0 THEN 'failed' WHEN 1 THEN 'parked' ELSE 'applied' END, now(), now(),
      timestamptz '2026-11-01' + make_interval(mins => n)
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`ANALYZE`;
});

/** The numbers of the rows. */
const numbers = (ids: readonly string[]) => ids.map((id) => Number(id.split('_').at(-1)));

/** The first rows whose number has the property, newest first. */
const newest = (isListed: (n: number) => boolean, limit: number) =>
  Array.from({ length: ROWS }, (_, index) => ROWS - index)
    .filter(isListed)
    .slice(0, limit);

const at = (n: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + n * 60_000);

describe('the audit log', () => {
  const cases: readonly [Partial<AuditListQuery>, string, (n: number) => boolean][] = [
    [{}, 'audit_entry_newest', () => true],
    [{ actorId: 'user_1' }, 'audit_entry_of_actor', (n) => n % 3 === 1],
    [{ objectType: 'member' }, 'audit_entry_of_type', (n) => n % 2 === 1],
    [{ objectId: 'object_4' }, 'audit_entry_of_object', (n) => n % 10 === 4],
    [{ actorId: 'user_1', objectType: 'member' }, 'audit_entry_of_actor', (n) => n % 6 === 1],
    [
      { objectType: 'member', createdFrom: at(100), createdBefore: at(201) },
      'audit_entry_of_type',
      (n) => n % 2 === 1 && n >= 100 && n <= 200,
    ],
    [{ actorId: 'user_9' }, 'audit_entry_of_actor', () => false],
  ];

  it.each(cases)('with %o lists what matches, in order', async (query, _, isListed) => {
    const { entries } = await database.forScope(scope).audit.list({ limit: 20, ...query });
    expect(numbers(entries.map(({ id }) => id))).toEqual(newest(isListed, 20));
  });

  // On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
  it.skipIf(isCluster()).each(cases)(
    'with %o reads a bounded part of one index',
    async (query, index) => {
      const page = { limit: 10, maxExamined: MAX_EXAMINED, ...query };
      const nodes = await explainScans(client, (db) => auditRepository(db, scope).list(page));
      expect(new Set(nodes.map((node) => node['Index Name']))).toEqual(new Set([index]));
      for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(MAX_EXAMINED);
    },
  );
});

describe('the event list', () => {
  const list = (db: Connection, filter: EventFilter) =>
    outboxRepository(db, scope).list(filter, { limit: 10, maxExamined: MAX_EXAMINED });

  it('with a type and a session lists what matches, in order', async () => {
    const filter = { types: ['proxy_session.paid'], proxySessionId: 'psess_40' } as const;
    const { events } = await list(client, filter);
    expect(numbers(events.map(({ id }) => id))).toEqual(newest((n) => n % 300 === 40, 10));
  });

  it.skipIf(isCluster()).each<[EventFilter, string]>([
    [{}, 'outbox_event_pkey'],
    [{ types: ['subscription.ended'] }, 'outbox_event_pkey'],
    [{ createdFrom: at(100), createdBefore: at(2_000) }, 'outbox_event_pkey'],
    [{ proxySessionId: 'psess_40' }, 'outbox_event_sequence'],
  ])('with %o reads a bounded part of one index', async (filter, index) => {
    const nodes = await explainScans(client, (db) => list(db, filter));
    expect(new Set(nodes.map((node) => node['Index Name']))).toEqual(new Set([index]));
    for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(MAX_EXAMINED);
  });
});

it.skipIf(isCluster())('the list of invoices reads the events of one session', async () => {
  const subscription = { id: PSUB, proxySessionId: 'psess_40' } as const;
  const nodes = await explainScans(client, (db) =>
    subscriptionRepository(db, scope).listInvoices(subscription),
  );
  expect(nodes.map((node) => node['Index Name'])).toEqual(['outbox_event_sequence']);
  for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(ROWS / 300);
});

describe('the list of failed and parked provider events', () => {
  const after = { createdAt: at(1_500), id: 'evt_1500' };
  const cases: readonly [Partial<HeldEventsQuery>, (n: number) => boolean][] = [
    [{ status: 'failed' }, (n) => n % 3 === 0],
    [{ status: 'parked', after }, (n) => n % 3 === 1 && n < 1_500],
  ];

  it.each(cases)('with %o lists what matches, in order', async (query, isListed) => {
    const { list } = database.forScope(scope).providerEvents;
    const events = await list({ status: 'failed', limit: 20, ...query });
    expect(numbers(events.map(({ eventId }) => eventId))).toEqual(newest(isListed, 20));
  });

  it.skipIf(isCluster()).each(cases)('with %o reads one page of its index', async (query) => {
    const nodes = await explainScans(client, (db) =>
      providerEventRepository(db, scope).list({ status: 'failed', limit: 10, ...query }),
    );
    expect(nodes.map((node) => node['Index Name'])).toEqual(['provider_event_held']);
    for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(10);
  });
});

describe('the subscription list', () => {
  const cases: readonly [Partial<SubscriptionListQuery>, string, (n: number) => boolean][] = [
    [{}, 'subscription_newest', () => true],
    [{ status: 'past_due' }, 'subscription_newest_by_status', (n) => n % 2 === 1],
    [
      { configurationStatus: 'unknown' },
      'subscription_newest_by_configuration',
      (n) => n % 3 === 0,
    ],
    [{ buyerReference: 'buyer_7' }, 'subscription_newest_by_buyer', (n) => n % 10 === 7],
    [{ relatedId: PSUB }, 'subscription_pkey', () => false],
    [{ relatedId: 'sub_1234' }, 'subscription_provider_object', (n) => n === 1_234],
    [{ relatedId: 'cus_3' }, 'subscription_newest_by_customer', (n) => n % 50 === 3],
    [{ relatedId: 'in_77' }, 'subscription_newest_by_invoice', (n) => n === 77],
    [
      { relatedId: 'cus_3', createdFrom: at(100), createdBefore: at(201) },
      'subscription_newest_by_customer',
      (n) => n === 103 || n === 153,
    ],
    [
      { createdFrom: at(100), createdBefore: at(201), status: 'active' },
      'subscription_newest_by_status',
      (n) => n >= 100 && n <= 200 && n % 2 === 0,
    ],
    [{ buyerReference: 'buyer_7', status: 'active' }, 'subscription_newest_by_buyer', () => false],
    [
      { status: 'past_due', configurationStatus: 'unknown' },
      'subscription_newest_by_status',
      (n) => n % 6 === 3,
    ],
  ];

  it.each(cases)('with %o lists what matches, in order', async (query, _, isListed) => {
    const { list } = database.forScope(scope).subscriptions;
    const { subscriptions } = await list({ limit: 20, ...query });
    expect(numbers(subscriptions.map(({ subscription }) => subscription.id))).toEqual(
      newest(isListed, 20),
    );
  });

  it.skipIf(isCluster()).each(cases)(
    'with %o reads a bounded part of one index',
    async (query, index) => {
      const page = { limit: 10, maxExamined: MAX_EXAMINED, ...query };
      const nodes = await explainScans(client, (db) =>
        subscriptionRepository(db, scope).list(page),
      );
      expect(new Set(nodes.map((node) => node['Index Name']))).toEqual(new Set([index]));
      for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(MAX_EXAMINED);
    },
  );
});

it('a page that examined its limit says where it stopped, and the next one continues there', async () => {
  const { audit } = database.forScope(scope);
  const found: number[] = [];
  let after: { createdAt: Date; id: string } | undefined;
  const period = { createdFrom: at(2_001), createdBefore: at(2_061) };
  let pages = 0;
  do {
    const query = { actorId: 'user_1', objectType: 'member', limit: 10, maxExamined: 7 };
    const { entries, examinedTo } = await audit.list({ ...query, ...period, after });
    found.push(...numbers(entries.map(({ id }) => id)));
    after = examinedTo ?? undefined;
    pages += 1;
  } while (after);
  expect(found).toEqual(newest((n) => n % 6 === 1 && n > 2_000 && n <= 2_060, 10));
  expect(pages).toBe(3);
});
