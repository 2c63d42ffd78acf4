import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openProviderEvents } from '../../test/provider-events.ts';
import {
  addAttempt,
  addMerchant,
  addSession,
  openTestDatabase,
  writeSession,
} from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import type { ProviderEventOutcome } from './provider-events.ts';

const opened = await openTestDatabase();
const { database } = opened;
const { claim, claimOne, row, becomeDue, ...queue } = openProviderEvents(database);
let scope: Scope;
const insert = (eventId: string, objectId?: string) => queue.insert(scope, eventId, objectId);
const done: ProviderEventOutcome = { status: 'applied', note: null, proxySessionId: 'psess_1' };

beforeEach(async () => {
  await database.client.providerEvent.deleteMany();
  scope = await addMerchant(database);
});
afterAll(() => opened.close());

describe('a parked event', () => {
  const park = { status: 'parked', note: 'matches no attempt yet', proxySessionId: null } as const;
  /** Attaches an object to a session. */
  async function attach(objectId: string, owner = scope) {
    const id = await addSession(database, owner);
    await addAttempt(database, owner, id);
    const write = { attachedObject: objectId };
    expect(await writeSession(database, owner, id, () => write)).toBe('applied');
  }

  it('is requeued when its own object is attached, in its own merchant and mode', async () => {
    await insert('evt_1', 'pi_1');
    await database.providerEvents.finish(await claimOne(), { ...park, retryInSeconds: 60 });
    expect(await claim()).toEqual([]);
    await attach('pi_2');
    await attach('pi_1', await addMerchant(database));
    await attach('pi_1', { ...scope, mode: 'live' });
    expect(await claim()).toEqual([]);
    await attach('pi_1');
    expect(await row()).toMatchObject({ status: 'waiting', finishedAt: null });
    expect((await claimOne()).eventId).toBe('evt_1');
  });

  it('is requeued when its object is attached while a worker is about to park it', async () => {
    await insert('evt_1', 'pi_1');
    const stale = await claimOne();
    await attach('pi_1');
    expect(await database.providerEvents.finish(stale, park)).toBe(false);
    expect((await claimOne()).eventId).toBe('evt_1');
  });

  it('is requeued at once when its object is attached, however often it was parked', async () => {
    await insert('evt_1', 'pi_1');
    const later = { ...park, retryInSeconds: 21_600, counts: { parks: 100 } };
    await database.providerEvents.finish(await claimOne(), later);
    await attach('pi_1');
    expect(await claimOne()).toMatchObject({ eventId: 'evt_1', parks: 100 });
  });

  it('is requeued when another object that it waits for is attached', async () => {
    await insert('evt_1', 'in_1');
    const later = { ...park, parkedFor: 'sub_1', retryInSeconds: 60 };
    await database.providerEvents.finish(await claimOne(), later);
    expect(await claim()).toEqual([]);
    await attach('sub_1');
    expect((await claimOne()).eventId).toBe('evt_1');
  });

  it.each(['object_id', 'parked_for'])(
    'waits for its next try if 100 others with the attached object as %s are requeued',
    async (column) => {
      await database.client.$executeRaw`
        INSERT INTO provider_event (merchant_id, mode, psp_config_id, event_id, type, object_id, parked_for,
          payload, status, due_at, occurred_at)
        SELECT ${scope.merchantId}, ${scope.mode}, 'pspcfg_1', 'evt_' || n, 'charge.updated',
          CASE ${column} WHEN 'object_id' THEN 'pi_1' ELSE 'ch_' || n END,
          CASE ${column} WHEN 'object_id' THEN NULL ELSE 'pi_1' END,
          '{}', 'parked', now() + interval '1 hour', now()
        FROM generate_series(1, 150) n`;
      const count = (status: string, dueAt: object) =>
        database.client.providerEvent.count({ where: { ...scope, status, dueAt } });
      await attach('pi_1');
      expect(await count('waiting', { equals: new Date(0) })).toBe(100);
      expect(await count('parked', { gt: new Date() })).toBe(50);
    },
  );

  it('no longer has the object that it waited for when it is finished', async () => {
    await insert('evt_1', 'in_1');
    const ignored = { ...park, status: 'ignored', parkedFor: 'sub_1' } as const;
    await database.providerEvents.finish(await claimOne(), ignored);
    expect(await row()).toMatchObject({ status: 'ignored', parkedFor: null });
  });

  it('is not requeued after it was applied', async () => {
    await insert('evt_1', 'pi_1');
    await database.providerEvents.finish(await claimOne(), done);
    await attach('pi_1');
    expect(await claim()).toEqual([]);
  });
});

describe('the failed and parked events of a merchant', () => {
  const events = (owner = scope) => database.forScope(owner).providerEvents;
  const hold = async (eventId: string, receivedAt: string, status = 'failed') => {
    await insert(eventId);
    const where = { merchantId: scope.merchantId, eventId };
    await database.client.providerEvent.updateMany({
      where,
      data: { status, receivedAt: new Date(receivedAt) },
    });
  };

  it('are listed newest first, page by page, each status, merchant and mode on its own', async () => {
    await hold('evt_other_merchant', '2026-11-20T12:00:00.000Z');
    scope = await addMerchant(database);
    await hold('evt_old', '2026-11-20T09:00:00.000Z');
    await hold('evt_a', '2026-11-20T10:00:00.000Z');
    await hold('evt_b', '2026-11-20T10:00:00.000Z');
    await hold('evt_parked', '2026-11-20T11:00:00.000Z', 'parked');
    scope = { ...scope, mode: 'live' };
    await hold('evt_live', '2026-11-20T11:00:00.000Z');
    scope = { ...scope, mode: 'test' };
    const pageAfter = async (after?: { createdAt: Date; id: string }) => {
      const page = await events().list({ status: 'failed', limit: 2, after });
      for (const event of page) expect(event).not.toHaveProperty('payload');
      return page.map(({ eventId }) => eventId);
    };
    const createdAt = new Date('2026-11-20T10:00:00.000Z');
    expect(await pageAfter()).toEqual(['evt_b', 'evt_a']);
    expect(await pageAfter({ createdAt, id: 'evt_b' })).toEqual(['evt_a', 'evt_old']);
    expect(await pageAfter({ createdAt, id: 'evt_a' })).toEqual(['evt_old']);
  });

  it('start their schedules again when they are retried, and others do not', async () => {
    await insert('evt_1');
    expect(await events().retry('evt_1')).toBe(false);
    const counts = { transientFailures: 2, internalFailures: 3, parks: 4 };
    await database.providerEvents.finish(await claimOne(), { ...done, status: 'waiting', counts });
    await becomeDue();
    const event = await claimOne();
    expect(event).toMatchObject({ ...counts, attempts: 2 });
    await database.providerEvents.finish(event, { ...done, status: 'failed' });
    expect(await events({ ...scope, mode: 'live' }).retry('evt_1')).toBe(false);
    expect(await claim()).toEqual([]);
    expect(await events().retry('evt_1')).toBe(true);
    expect(await row()).toMatchObject({ finishedAt: null });
    expect(await claimOne()).toMatchObject({
      attempts: 1,
      transientFailures: 0,
      internalFailures: 0,
      parks: 0,
    });
  });
});
