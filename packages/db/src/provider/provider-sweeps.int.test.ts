import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsOfAll, findDue } from '../../test/claims.ts';
import {
  addAttempt,
  addMerchant,
  addProviderConfig,
  addSession,
  addSubscription,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
const claims = claimsOfAll(database);
afterAll(close);
let scope: Scope;
beforeEach(async () => {
  await database.client.$executeRaw`TRUNCATE subscription, provider_cursor`;
  await database.client.acquisitionAttempt.updateMany({ data: { providerCheckAt: null } });
  scope = await addMerchant(database);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms);
const newLease = () => ({ token: randomUUID(), seconds: 60, limit: 8 });

async function addDueAttempt(
  updatedAt = new Date(),
  reserved?: Awaited<ReturnType<typeof reservedColumns>>,
): Promise<string> {
  const session = await addSession(database, scope);
  const columns = reserved ?? (await reservedColumns(database, scope));
  return addAttempt(database, scope, session, {
    ...columns,
    providerCheckAt: new Date(0),
    updatedAt,
  });
}

async function addUnread(change: Parameters<typeof addSubscription>[3] = {}): Promise<void> {
  const proxySessionId = await addSession(database, scope);
  const attemptId = await addAttempt(database, scope, proxySessionId);
  await addSubscription(database, scope, { proxySessionId, attemptId }, change);
}

describe('an attempt that is checked', () => {
  it.each([
    ['was just written', 0, 1],
    ['was written 40 minutes ago', 40, 10],
    ['was written a month ago', 30 * 24 * 60, 60],
  ])('is due again after a quarter of its age: it %s', async (_, ageMinutes, minutes) => {
    await addDueAttempt(ago(ageMinutes * MINUTE));
    const [attempt] = await claims.claimAttemptChecks(newLease());
    const where = { id: attempt?.id ?? '' };
    const row = await database.client.acquisitionAttempt.findFirstOrThrow({ where });
    const claimedAt = Number(row.leasedUntil) - MINUTE;
    expect((Number(attempt?.nextCheckAt) - claimedAt) / MINUTE).toBeCloseTo(minutes, 0);
  });

  it('is claimed together with at most one other of its merchant', async () => {
    const reserved = await reservedColumns(database, scope);
    for (let n = 0; n < 3; n++) await addDueAttempt(ago(0), reserved);
    scope = await addMerchant(database);
    await addDueAttempt();
    const claimed = await claims.claimAttemptChecks(newLease());
    expect(claimed).toHaveLength(3);
    expect(claimed.map(({ merchantId }) => merchantId)).toContain(scope.merchantId);
  });

  it('has its turn although as many merchants as a claim has rows have older ones', async () => {
    const backlog = 30;
    for (let m = 0; m < newLease().limit; m++) {
      const reserved = await reservedColumns(database, scope);
      for (let n = 0; n < backlog; n++) await addDueAttempt(ago(0), reserved);
      scope = await addMerchant(database);
    }
    await addDueAttempt();
    await database.client.acquisitionAttempt.updateMany({
      where: { merchantId: scope.merchantId },
      data: { providerCheckAt: ago(MINUTE) },
    });
    let rounds = 0;
    for (let isServed = false; !isServed; rounds++) {
      const claimed = await claims.claimAttemptChecks(newLease());
      for (const attempt of claimed) await database.providerSweeps.finishAttemptCheck(attempt);
      isServed = claimed.some(({ merchantId }) => merchantId === scope.merchantId);
    }
    // Each round leaves one of nine merchants out, in random order.
    expect(rounds).toBeLessThan(backlog / 2);
  });

  it('has its next check canceled only if none was scheduled since', async () => {
    const id = await addDueAttempt();
    const [attempt] = await claims.claimAttemptChecks(newLease());
    if (!attempt) throw new Error('no attempt is due');
    const checkAt = async () => {
      const row = await database.client.acquisitionAttempt.findFirst({ where: { id } });
      return row?.providerCheckAt;
    };
    const { merchantId } = scope;
    const scheduled = new Date('2030-01-01T00:00:00.000Z');
    await database.client.acquisitionAttempt.updateMany({
      where: { merchantId, id },
      data: { providerCheckAt: scheduled },
    });
    await database.providerSweeps.cancelAttemptCheck(attempt);
    expect(await checkAt()).toEqual(scheduled);
    await database.providerSweeps.cancelAttemptCheck({ ...attempt, nextCheckAt: scheduled });
    expect(await checkAt()).toBeNull();
  });
});

it('subscriptions are read whose period ended an hour ago without news, then those long unread', async () => {
  const add = (id: string, currentPeriodEnd: Date, lastSyncedAt: Date, endedAt?: Date) =>
    addUnread({ id, currentPeriodEnd, lastSyncedAt, endedAt: endedAt ?? null });
  await add('unread', ago(-DAY), ago(25 * HOUR));
  await add('unread_less', ago(-DAY), ago(24.5 * HOUR));
  await add('read', ago(-DAY), ago(23 * HOUR));
  await add('period_ended', ago(2 * HOUR), ago(3 * HOUR));
  await add('period_just_ended', ago(HOUR / 2), ago(3 * HOUR));
  await add('renewed', ago(2 * HOUR), ago(HOUR));
  await add('ended', ago(2 * DAY), ago(3 * DAY), ago(2 * DAY));
  const claim = async (limit: number) => {
    const lease = { ...newLease(), limit };
    const found = await claims.claimSubscriptions(lease, DAY / 1000);
    return found.map(({ id }) => id);
  };
  expect(await claim(1)).toEqual(['period_ended']);
  expect(await claim(8)).toEqual(['unread', 'unread_less']);
  await database.client
    .$executeRaw`UPDATE subscription SET lease_token = NULL, leased_until = NULL`;
  expect(await claim(2)).toEqual(['period_ended', 'unread']);
});

it('a claim has at most 2 subscriptions of a merchant, so a backlog leaves one of another in it', async () => {
  await addUnread({ lastSyncedAt: ago(9 * DAY), currentPeriodEnd: ago(-DAY) });
  await database.client.$executeRaw`
    INSERT INTO subscription
    SELECT (jsonb_populate_record(s, jsonb_build_object('id', 'copy_' || n,
      'provider_subscription_id', 'copy_' || n))).*
    FROM subscription s, generate_series(1, 400) n`;
  const backlog = scope.merchantId;
  scope = await addMerchant(database);
  await addUnread({ lastSyncedAt: ago(2 * DAY), currentPeriodEnd: ago(-DAY) });
  const claim = () => claims.claimSubscriptions(newLease(), DAY / 1000);
  const merchants = (await claim()).map(({ merchantId }) => merchantId);
  expect(merchants.toSorted()).toEqual([backlog, backlog, scope.merchantId].toSorted());
  expect((await claim()).map(({ merchantId }) => merchantId)).toEqual([backlog, backlog]);
});

it('a subscription is claimed again after the delay that ended its read', async () => {
  await addUnread();
  const { finishSubscription } = database.providerSweeps;
  const claim = () => claims.claimSubscriptions(newLease(), 0);
  const [first] = await claim();
  if (!first) throw new Error('no subscription is due');
  expect(await finishSubscription(first, 600)).toBe(true);
  expect(await claim()).toEqual([]);
  expect(await finishSubscription(first, 0)).toBe(true);
  expect(await claim()).toHaveLength(1);
});

describe('the cursor of a provider account', () => {
  it('begins when the account was connected', async () => {
    const id = await addProviderConfig(database, scope);
    const createdAt = ago(3 * DAY);
    await database.client.providerConfig.updateMany({ where: { id }, data: { createdAt } });
    const cursors = await claims.claimProviderCursors({
      ...newLease(),
      limit: 100,
    });
    expect(cursors.find(({ providerConfigId }) => providerConfigId === id)).toMatchObject({
      ...scope,
      readUntil: createdAt,
      failures: 0,
    });
  });

  it('is claimed with one other of its merchant at most, so that many leave those of others', async () => {
    const backlog = scope.merchantId;
    scope = await addMerchant(database);
    await database.client.$executeRaw`
      INSERT INTO provider_cursor (merchant_id, psp_config_id, mode, read_until, due_at)
      SELECT ${backlog}, 'pspcfg_' || n, 'test', now(), 'epoch' FROM generate_series(1, 5) n
      UNION ALL SELECT ${scope.merchantId}, 'pspcfg', 'test', now(), now()`;
    const cursors = await database.providerSweeps.claimProviderCursors(
      { ...newLease(), limit: 4 },
      await findDue(database, 'provider_cursors'),
    );
    const claimed = cursors.map(({ merchantId }) => merchantId);
    expect(claimed.toSorted()).toEqual([backlog, backlog, scope.merchantId].toSorted());
  });

  it('stores how far it was read, keeps the last gap and waits until it is due', async () => {
    const providerConfigId = await addProviderConfig(database, scope);
    const claim = async () => {
      const lease = { ...newLease(), limit: 100 };
      const cursors = await claims.claimProviderCursors(lease);
      return cursors.find((one) => one.providerConfigId === providerConfigId);
    };
    const finish = async (gap?: { from: Date; until: Date }) => {
      const cursor = await claim();
      if (!cursor) throw new Error('the cursor is not due');
      const outcome = {
        readUntil: ago(HOUR),
        failures: 2,
        nextInSeconds: 600,
        ...(gap && { gap }),
      };
      expect(await database.providerSweeps.finishProviderCursor(cursor, outcome)).toBe(true);
      expect(await claim()).toBeUndefined();
      return outcome;
    };
    const row = () => database.client.providerCursor.findFirst({ where: { providerConfigId } });
    const gap = { from: ago(3 * DAY), until: ago(2 * DAY) };
    const { readUntil } = await finish(gap);
    const expected = { failures: 2, gapFrom: gap.from, gapUntil: gap.until, leaseToken: null };
    expect(await row()).toMatchObject({ ...expected, readUntil });
    await database.client.providerCursor.updateMany({ data: { dueAt: new Date(0) } });
    await finish();
    expect(await row()).toMatchObject(expected);
  });

  it('that is read further stores its position and renews its lease, unless another worker has it', async () => {
    const providerConfigId = await addProviderConfig(database, scope);
    const { advanceProviderCursor } = database.providerSweeps;
    const where = { providerConfigId };
    const row = () => database.client.providerCursor.findFirstOrThrow({ where });
    const cursors = await claims.claimProviderCursors({ ...newLease(), limit: 100 });
    const cursor = cursors.find((one) => one.providerConfigId === providerConfigId);
    if (!cursor) throw new Error('the cursor is not due');
    await database.client.providerCursor.updateMany({ data: { leasedUntil: new Date() } });
    const gap = { from: ago(3 * DAY), until: ago(2 * DAY) };
    const readUntil = ago(HOUR);
    expect(await advanceProviderCursor(cursor, { readUntil, gap })).toBe(true);
    const { leaseToken } = cursor;
    const expected = { leaseToken, readUntil, gapFrom: gap.from, gapUntil: gap.until };
    expect(await row()).toMatchObject(expected);
    expect((Number((await row()).leasedUntil) - Date.now()) / 1_000).toBeCloseTo(60, -1);
    const other = { ...cursor, leaseToken: 'other' };
    expect(await advanceProviderCursor(other, { readUntil: new Date() })).toBe(false);
    expect(await row()).toMatchObject(expected);
  });
});
