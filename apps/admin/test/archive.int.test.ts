import { readdir, stat, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { addEndpoint, createRoles } from '@parley/db/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listParts } from '../src/archive-parts.ts';
import { type Archive, addArchive, closedAt, createdAt, noRows, parse } from './archive-rows.ts';
import { startAdmin } from './run.ts';

const admin = await startAdmin();
let roles: Awaited<ReturnType<typeof createRoles>> | undefined;
afterAll(async () => {
  await admin.close();
  await roles?.drop();
});
const { client } = admin.database;

let archive: Archive;
beforeEach(async () => {
  archive = await addArchive(admin);
  return archive.remove;
});

it('archives sessions with all that belongs to them, and reads what an export had', async () => {
  const sessions = [
    await archive.addClosed(),
    await archive.addClosed(),
    await archive.addClosed({ createdAt: closedAt }),
  ];
  const before = await archive.exportSessions();
  const { exitCode, json } = await admin.run(`${archive.command} --operator grace`);
  const months = ['2024-02', closedAt.toISOString().slice(0, 7)];
  const of = { merchant_id: archive.scope.merchantId, mode: 'test' };
  expect([exitCode, json()]).toEqual([
    0,
    {
      archived: [
        { ...of, month: months[0], sessions: 2 },
        { ...of, month: months[1], sessions: 1 },
      ],
      not_archived: {},
    },
  ]);
  expect(await archive.countRows()).toEqual(noRows);
  const found = [];
  for (const { id } of sessions) found.push(...parse(await archive.read(id)));
  const sort = (rows: typeof before) => rows.map((row) => JSON.stringify(row)).sort();
  expect(sort(found)).toEqual(sort(before));
  expect(found).toHaveLength(9);

  const parts = await listParts(archive.folder);
  expect(parts.map(({ month }) => month)).toEqual(months);
  for (const { file, manifest } of parts) {
    for (const name of [file, manifest]) expect((await stat(name)).mode & 0o777).toBe(0o600);
  }
  const entries = await client.auditEntry.findMany({ where: { action: 'sessions.archived' } });
  expect(entries).toMatchObject(
    months.map((month) => ({ mode: 'test', actorId: 'grace', details: { month } })),
  );
  expect((await archive.read('psess_none')).exitCode).toBe(1);
});

describe('a session is not archived', () => {
  const lately = new Date(Date.now() - 300 * 86_400_000);
  type Session = Awaited<ReturnType<Archive['addClosed']>>;
  const where = ({ id }: Session) => ({ where: { proxySessionId: id } });
  const cases: Record<string, [string, (session: Session) => Promise<unknown>]> = {
    'with an open conflict': [
      'open',
      ({ id }) =>
        client.proxySession.updateMany({
          where: { id },
          data: { conflictSince: closedAt, closedAt: null },
        }),
    ],
    'that changed since': [
      'recent',
      ({ id }) => client.proxySession.updateMany({ where: { id }, data: { closedAt: lately } }),
    ],
    'with a payment that can still be refunded': [
      'payment',
      (session) => client.payment.updateMany({ ...where(session), data: { capturedAt: lately } }),
    ],
    'with an open dispute': [
      'payment',
      (session) =>
        client.payment.updateMany({
          ...where(session),
          data: { disputeId: 'dp_1', disputeStatus: 'under_review', disputeOpenedAt: createdAt },
        }),
    ],
    'with a subscription that has not ended': [
      'subscription',
      (session) =>
        client.subscription.updateMany({
          ...where(session),
          data: { endedAt: null, status: 'active' },
        }),
    ],
    'whose attempt is not finished': [
      'attempt',
      (session) =>
        client.acquisitionAttempt.updateMany({
          ...where(session),
          data: { providerCheckAt: createdAt },
        }),
    ],
    'with an event that waits in the outbox': [
      'waiting_event',
      ({ eventId }) =>
        client.outboxWaiting.create({
          data: { merchantId: archive.scope.merchantId, eventId, createdAt },
        }),
    ],
    'with a delivery that waits': [
      'delivery',
      async ({ eventId }) => {
        const endpoint = await addEndpoint(admin.database, archive.scope, { status: 'inactive' });
        const { webhookDeliveries } = admin.database.forScope(archive.scope);
        await webhookDeliveries.enqueue(endpoint, [eventId]);
      },
    ],
    'with a provider event that is parked': [
      'provider_event',
      ({ id, payment }) =>
        client.providerEvent.create({
          data: {
            ...{
              ...archive.scope,
              providerConfigId: 'pspcfg_1',
              eventId: `evt_${id}`,
              type: 'charge.updated',
            },
            ...{ objectId: payment, payload: {}, status: 'parked', proxySessionId: id },
            ...{ dueAt: closedAt, occurredAt: closedAt },
          },
        }),
    ],
    'with a receipt to send': [
      'receipt',
      (session) =>
        client.receiptMail.updateMany({
          ...where(session),
          data: { outcome: null, finishedAt: null },
        }),
    ],
  };

  it.each(Object.entries(cases))('%s', async (_, [reason, change]) => {
    const session = await archive.addClosed();
    await change(session);
    const before = await archive.countRows();
    const { exitCode, json } = await admin.run(archive.command);
    expect([exitCode, json()]).toEqual([0, { archived: [], not_archived: { [reason]: 1 } }]);
    expect(await archive.countRows()).toEqual(before);
    expect(await readdir(archive.folder)).toEqual([]);
  });
});

it('--dry-run counts by merchant and month, and changes nothing', async () => {
  await archive.addClosed();
  await archive.addClosed({ closedAt: null, status: 'paid' });
  const before = await archive.countRows();
  const { exitCode, json } = await admin.run(`${archive.command} --dry-run`);
  const count = {
    merchant_id: archive.scope.merchantId,
    mode: 'test',
    month: '2024-02',
    sessions: 1,
  };
  expect([exitCode, json()]).toEqual([
    0,
    { archived: [count], not_archived: { open: 1 }, dry_run: true },
  ]);
  expect(await archive.countRows()).toEqual(before);
  expect(await readdir(archive.folder)).toEqual([]);
});

it('only one command archives, and only as the owner of the tables', async () => {
  const { id } = await archive.addClosed();
  await admin.database.withArchiveLock(async () => {
    const { exitCode, error } = await admin.run(archive.command);
    expect([exitCode, error]).toEqual([1, expect.stringContaining('Another command changes')]);
  });
  roles = await createRoles(admin.url);
  const env = { DATABASE_URL: roles.runUrl };
  const { exitCode, error } = await admin.run(archive.command, { env });
  expect([exitCode, error]).toEqual([1, expect.stringContaining('Only the owner')]);
  expect((await archive.read(id)).exitCode).toBe(1);
  expect((await admin.run(`${archive.command} --older-than 399`)).exitCode).toBe(2);
  expect(await archive.countStored()).toBe(1);
});

it('erase-buyer erases a buyer in the files, and fails if they are not searched', async () => {
  const { id } = await archive.addClosed();
  const other = await archive.addClosed({ buyerReference: 'customer_1' });
  await admin.run(archive.command);
  const otherBefore = (await archive.read(other.id)).out;
  const [part] = await listParts(archive.folder);
  if (!part) throw new Error('no part is written');
  const erase = `erase-buyer --merchant ${archive.scope.merchantId} --buyer-reference customer_8412 --yes --json`;
  const without = await admin.run(erase);
  expect([without.exitCode, without.error]).toEqual([1, expect.stringContaining('--archive')]);
  const dryRun = await admin.run(`${erase} --archive ${archive.folder} --dry-run`);
  expect(dryRun.json()).toMatchObject({ archived_sessions: 1, files: [part.file] });
  expect((await archive.read(id)).out).toContain('ada@example.com');
  const { exitCode, json } = await admin.run(`${erase} --archive ${archive.folder}`);
  expect([exitCode, json()]).toMatchObject([0, { archived_sessions: 1, files: [part.file] }]);
  const afterwards = await archive.read(id);
  expect(parse(afterwards)[0]?.data).toMatchObject({ id, buyer_reference: 'erased', metadata: {} });
  for (const text of ['Ada', 'ada@', 'customer_8412', 'DE-12'])
    expect(afterwards.out).not.toContain(text);
  expect((await archive.read(other.id)).out).toBe(otherBefore);
  expect(await archive.countInFiles()).toEqual({ [id]: 1, [other.id]: 1 });

  await writeFile(part.file, gzipSync(`${JSON.stringify({ id, rows: [] })}\n`));
  const damaged = await archive.read(id);
  expect([damaged.exitCode, damaged.error]).toEqual([1, expect.stringContaining('differs from')]);
});
