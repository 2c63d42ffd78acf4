import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addAttempt,
  addMerchant,
  addSession,
  addSubscription,
  newId,
  reservedColumns,
} from '@parley/db/testing';
import { lockWaits, waitFor } from '@parley/testing';
import { expect } from 'vitest';
import { listParts, readPart } from '../src/archive-parts.ts';
import type { CommandResult, startAdmin } from './run.ts';

/** When sessions were closed, 800 days ago, and created. */
export const closedAt = new Date(Date.now() - 800 * 86_400_000);
export const createdAt = new Date('2024-02-29T23:59:59.999Z');

const tables = [
  ...['proxy_session', 'cart_revision', 'acquisition_attempt', 'payment', 'subscription'],
  ...['history_entry', 'receipt_mail', 'outbox_event'],
];
/** The number of rows of each table when a merchant has no session. */
export const noRows = Object.fromEntries(tables.map((table) => [table, 0]));

/** The lines of a command that succeeded. */
export const parse = ({ exitCode, error, out }: CommandResult) => {
  expect({ exitCode, error }).toMatchObject({ exitCode: 0 });
  return out
    .trim()
    .split('\n')
    .map((line): { type: string; data: { id: string } } => JSON.parse(line));
};

/** A merchant with closed sessions, and the folder and command of their archive. */
export async function addArchive(admin: Awaited<ReturnType<typeof startAdmin>>) {
  const { client } = admin.database;
  const scope = await addMerchant(admin.database);
  const reserved = await reservedColumns(admin.database, scope);
  const folder = await mkdtemp(join(tmpdir(), 'parley-archive-'));
  const command = `archive write --folder ${folder} --merchant ${scope.merchantId} --yes --json`;

  /** Adds a closed session with rows in every table that the archive moves. */
  async function addClosed(
    change: Parameters<typeof client.proxySession.updateMany>[0]['data'] = {},
  ) {
    const { merchantId } = scope;
    const old = { createdAt, updatedAt: closedAt };
    const buyer = { buyerReference: 'customer_8412', payerEmail: 'ada@example.com' };
    const id = await addSession(admin.database, scope, {
      ...{ ...old, ...buyer, metadata: { note: 'for Ada' }, cartVersion: 2 },
      ...{ fulfillmentReference: 'DE-12', fulfillmentMetadata: { to: 'Ada' } },
    });
    const attemptId = await addAttempt(admin.database, scope, id, {
      ...{ ...reserved, ...old, status: 'succeeded', completionRecordedAt: createdAt },
    });
    await client.proxySession.updateMany({
      where: { id },
      data: { status: 'provisioned', completedAttemptId: attemptId, closedAt, ...change },
    });
    const ofSession = { merchantId, proxySessionId: id };
    await client.cartRevision.create({
      data: {
        ...{ ...ofSession, cartVersion: 1, amountMinor: 1, currency: 'eur', createdAt },
        cartSnapshot: { lines: [] },
      },
    });
    const payment = `pi_${id}`;
    await client.payment.create({
      data: {
        ...{ ...ofSession, mode: scope.mode, attemptId, providerObjectId: payment },
        ...{ providerObjectType: 'payment_intent', rootObjectId: payment, amountMinor: 4200 },
        ...{ rootObjectType: 'payment_intent', currency: 'eur', capturedAt: createdAt },
        ...{ recordedAt: createdAt, updatedAt: closedAt },
      },
    });
    await client.historyEntry.create({
      data: {
        ...{ ...ofSession, sequence: 1, action: 'decline', actorKind: 'provider', at: createdAt },
        declineId: `ch_${id}`,
      },
    });
    const ended = { status: 'canceled', endedAt: closedAt, ...old };
    await addSubscription(admin.database, scope, { proxySessionId: id, attemptId }, ended);
    await client.receiptMail.create({
      data: {
        ...ofSession,
        mode: scope.mode,
        createdAt,
        dueAt: createdAt,
        outcome: 'sent',
        finishedAt: createdAt,
      },
    });
    const eventId = newId('evt');
    const payload = { buyer_reference: buyer.buyerReference, metadata: { note: 'for Ada' } };
    await client.outboxEvent.create({
      data: {
        ...{ ...ofSession, mode: scope.mode, id: eventId, type: 'proxy_session.paid', sequence: 1 },
        ...{ createdAt, payload: { id: eventId, data: { object: payload } } },
      },
    });
    return { id, eventId, attemptId, payment };
  }

  async function exportSessions() {
    const what = '--what sessions subscriptions events';
    return parse(await admin.run(`export --merchant ${scope.merchantId} ${what}`)).slice(1, -1);
  }

  const read = (id: string) =>
    admin.run(`archive read --folder ${folder} --merchant ${scope.merchantId} --session ${id}`);

  /** The number of times that the files have each session. */
  async function countInFiles() {
    const counts: Record<string, number> = {};
    for (const part of await listParts(folder)) {
      for await (const batch of readPart(part))
        for (const { id } of batch) counts[id] = (counts[id] ?? 0) + 1;
    }
    return counts;
  }

  const countStored = () => client.proxySession.count({ where: { merchantId: scope.merchantId } });

  async function countRows() {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const [row] = await client.$queryRawUnsafe<{ count: number }[]>(
        `SELECT count(*)::int AS count FROM ${table} WHERE merchant_id = '${scope.merchantId}'`,
      );
      counts[table] = row?.count ?? -1;
    }
    return counts;
  }

  /** Waits until a statement waits for a lock. */
  const waitForLock = () =>
    waitFor(async () => (await client.$queryRawUnsafe<unknown[]>(lockWaits())).length > 0);

  return {
    scope,
    folder,
    command,
    addClosed,
    exportSessions,
    read,
    countInFiles,
    countStored,
    countRows,
    waitForLock,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export type Archive = Awaited<ReturnType<typeof addArchive>>;
