import {
  addAttempt,
  addMerchant,
  addSession,
  createRoles,
  newId,
  reservedColumns,
} from '@parley/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAdmin } from './run.ts';

const admin = await startAdmin();
const { readUrl, drop } = await createRoles(admin.url);
afterAll(async () => {
  await admin.close();
  await drop();
});
const { client } = admin.database;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms);
/** An age in seconds, of at most five minutes more: the test itself takes a while. */
const fromMinutes = (minutes: number) =>
  expect.toSatisfy((age: number) => age >= minutes * 60 && age < (minutes + 5) * 60);
type Scope = Awaited<ReturnType<typeof addMerchant>>;

interface Overview {
  readonly queues: readonly { readonly name: string }[];
  readonly stuck_payments: readonly { readonly kind: string; readonly merchant_id: string }[];
}

async function readOverview(options = '', env: NodeJS.ProcessEnv = {}): Promise<Overview> {
  const { exitCode, error, json } = await admin.run(`overview --json ${options}`, { env });
  expect([exitCode, error]).toEqual([0, '']);
  return json() as Overview;
}

async function addEvent(scope: Scope, eventId: string, status: string, receivedAt: Date) {
  await client.providerEvent.create({
    data: {
      ...scope,
      providerConfigId: 'pspcfg_1',
      eventId,
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      payload: {},
      status,
      receivedAt,
      occurredAt: receivedAt,
      dueAt: ago(-DAY_MS),
    },
  });
}

let stuck: Scope;
let waiting: Scope;
let suspended: string;
/** The rows that the overview has to name, by kind. */
const oldest: Record<string, string> = {};
beforeAll(async () => {
  [stuck, waiting] = [await addMerchant(admin.database), await addMerchant(admin.database, 'live')];
  const columns = await reservedColumns(admin.database, stuck);
  const addStuckAttempt = async (change: object) => {
    const sessionId = await addSession(admin.database, stuck);
    return addAttempt(admin.database, stuck, sessionId, { ...columns, ...change });
  };
  const reserved = { status: 'reserved', providerRetryNotAfter: ago(16 * MINUTE_MS) };
  oldest.unknown_attempt = await addStuckAttempt({ status: 'unknown', createdAt: ago(MINUTE_MS) });
  await addStuckAttempt({ status: 'unknown' });
  oldest.processing_attempt = await addStuckAttempt({
    status: 'processing',
    updatedAt: ago(8 * DAY_MS),
  });
  oldest.late_reservation = await addStuckAttempt(reserved);
  oldest.late_attempt_check = await addStuckAttempt({ providerCheckAt: ago(16 * MINUTE_MS) });
  oldest.payment_conflict = await addSession(admin.database, stuck, {
    status: 'payment_conflicted',
  });
  for (const status of ['failed', 'parked'])
    await addEvent(stuck, `evt_${status}`, status, ago(120 * MINUTE_MS));
  oldest.failed_provider_event = 'evt_failed';
  oldest.parked_provider_event = 'evt_parked';

  // What is not stuck yet.
  await addStuckAttempt({ status: 'processing', updatedAt: ago(DAY_MS) });
  await addStuckAttempt({ ...reserved, providerRetryNotAfter: ago(MINUTE_MS) });
  await addStuckAttempt({ providerCheckAt: ago(MINUTE_MS) });
  await addEvent(stuck, 'evt_new', 'parked', ago(60 * MINUTE_MS));

  for (const [scope, minutes] of [
    [stuck, 5],
    [waiting, 10],
  ] as const) {
    const createdAt = ago(minutes * MINUTE_MS);
    await client.outboxWaiting.create({
      data: { merchantId: scope.merchantId, eventId: newId('evt'), createdAt },
    });
  }
  suspended = (await addMerchant(admin.database)).merchantId;
  await admin.run(`merchant suspend ${suspended} --yes --operator grace`);
  await client.$executeRaw`
    INSERT INTO sweep (name, due_at) VALUES ('retention', now() - interval '1 hour')`;
  await client.providerCursor.create({
    data: { ...stuck, providerConfigId: 'pspcfg_1', readUntil: ago(DAY_MS), dueAt: ago(-DAY_MS) },
  });
  await admin.run('encryption-key rotate');
});

it('shows for each reason the payments of a merchant that are stuck, and no others', async () => {
  const { stuck_payments: payments } = await readOverview();
  expect(payments).toHaveLength(Object.keys(oldest).length);
  for (const [kind, id] of Object.entries(oldest))
    expect(payments).toContainEqual({
      kind,
      merchant_id: stuck.merchantId,
      mode: 'test',
      count: kind === 'unknown_attempt' ? 2 : 1,
      oldest_id: id,
      oldest_at: expect.any(String),
    });
});

it('shows what waits in each queue, with the merchant that waits for the longest time', async () => {
  const { queues } = await readOverview();
  expect(queues).toContainEqual({
    name: 'events without deliveries',
    waiting: 2,
    lag_seconds: fromMinutes(10),
    merchants: 2,
    longest_waiting_merchant: waiting.merchantId,
  });
  expect(queues).toContainEqual({
    name: 'reservations to end',
    waiting: 2,
    lag_seconds: fromMinutes(16),
    merchants: 1,
    longest_waiting_merchant: stuck.merchantId,
  });
});

it('the role that reads sees the same without encryption keys, and who suspended a merchant', async () => {
  const ages = /(?<=_seconds": )[\d.]+/g;
  const [owner, reader] = [
    await admin.run('overview --json'),
    await admin.run('overview --json', {
      env: { DATABASE_URL: readUrl, PARLEY_ENCRYPTION_KEYS: undefined },
    }),
  ];
  expect(reader.error).toBe('');
  expect(reader.out.replace(ages, '')).toBe(owner.out.replace(ages, ''));
  expect(reader.json()).toMatchObject({
    merchants: {
      total: 3,
      suspended: 1,
      suspended_merchants: [{ id: suspended, name: 'Nord', suspended_by: 'grace' }],
    },
    failed_shards: 0,
    provider_event_lists: [{ psp_config_id: 'pspcfg_1', merchant_id: stuck.merchantId }],
    sweeps: [{ name: 'retention', is_running: false, late_seconds: fromMinutes(60) }],
    wal_archive: { is_on: false, last_archived_at: null },
    last_operator_actions: [
      { action: 'encryption_keys.rotated', operator: 'ada' },
      { action: 'encryption_keys.rotation_started', operator: 'ada' },
    ],
    operator_audit_entries: [
      {
        action: 'merchant.suspended',
        operator: 'grace',
        merchant_id: suspended,
        object_id: suspended,
        created_at: expect.any(String),
      },
    ],
  });
});

it('prints tables, of which --limit bounds the rows', async () => {
  await addEvent(waiting, 'evt_older', 'failed', ago(DAY_MS));
  const other = (await addMerchant(admin.database)).merchantId;
  await admin.run(`merchant suspend ${other} --yes`);
  const { out } = await admin.run('overview --limit 1');
  expect(out).toContain('Merchants: 4, suspended: 2\n');
  expect(out).toContain('1 more suspended merchants: add --limit');
  expect(out).toMatch(
    new RegExp(`provider event failed +1 +${waiting.merchantId} +live +evt_older`),
  );
  expect(out).not.toContain('evt_failed');
  expect(out).toMatch(new RegExp(`merchant.suspended +${other} +${other} +[\\dTZ:.-]+ +ada`));
  expect(out.match(/merchant\.suspended/g)).toHaveLength(1);
  expect(out).toMatch(/retention +late by 3[678]\d\d s/);
  expect((await admin.run('overview --limit 0')).exitCode).toBe(2);
});
