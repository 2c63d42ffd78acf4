import { randomUUID } from 'node:crypto';
import type { PspConfigId } from '@parley/domain';
import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addSession,
  newId,
  openTestDatabase,
  writeSession,
} from '../test/rows.ts';
import type { Database } from './database.ts';
import type { LeasedProviderEvent, ProviderEventOutcome } from './provider-events.ts';
import type { Scope } from './records.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let database: Database;
let scope: Scope;
const pspConfigId: PspConfigId = newId('pspcfg');

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
beforeEach(async () => {
  await database.client.providerEvent.deleteMany();
  scope = await addMerchant(database);
});
afterAll(() => opened.close());

const insert = (eventId: string, objectId = 'pi_1') =>
  database.insertProviderEvent({
    ...scope,
    pspConfigId,
    eventId,
    type: 'payment_intent.succeeded',
    objectId,
    payload: { id: eventId },
    occurredAt: new Date('2026-11-20T09:00:00.000Z'),
  });
const claim = (limit = 100, seconds = 60) =>
  database.claimProviderEvents({ token: randomUUID(), seconds, limit });
const claimOne = async (seconds?: number): Promise<LeasedProviderEvent> => {
  const [event] = await claim(1, seconds);
  if (!event) throw new Error('no event is due');
  return event;
};
const done: ProviderEventOutcome = { status: 'applied', note: null, proxySessionId: 'psess_1' };
const row = () => database.client.providerEvent.findFirstOrThrow();
const endLease = () =>
  database.client.$executeRaw`UPDATE provider_event SET leased_until = now() - interval '1 second'`;
const becomeDue = () =>
  database.client.$executeRaw`UPDATE provider_event SET due_at = now() - interval '1 second'`;

describe('a provider event', () => {
  it('is stored once when it arrives repeatedly and concurrently', async () => {
    const stored = await Promise.all(Array.from({ length: 10 }, () => insert('evt_1')));
    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await insert('evt_1')).toBe(false);
    expect(await database.client.providerEvent.count()).toBe(1);
  });

  it('is stored again for another merchant with the same event id', async () => {
    expect(await insert('evt_1')).toBe(true);
    scope = await addMerchant(database);
    expect(await insert('evt_1')).toBe(true);
  });

  it('is claimed with all its fields and the number of attempts', async () => {
    await insert('evt_1');
    expect(await claimOne()).toMatchObject({
      ...scope,
      pspConfigId,
      eventId: 'evt_1',
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      payload: { id: 'evt_1' },
      occurredAt: new Date('2026-11-20T09:00:00.000Z'),
      attempts: 1,
    });
    await endLease();
    expect((await claimOne()).attempts).toBe(2);
  });
});

describe('workers that claim at the same time', () => {
  it('never claim the same event and together claim all of them', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `evt_${i}`);
    await Promise.all(ids.map((id) => insert(id)));
    const held: string[] = [];
    while (held.length < ids.length) {
      const rounds = await Promise.all(Array.from({ length: 6 }, () => claim(7)));
      const round = rounds.flat().map((event) => event.eventId);
      expect(round.length).toBeGreaterThan(0);
      held.push(...round);
    }
    expect(new Set(held).size).toBe(held.length);
    expect(held.sort()).toEqual(ids.sort());
  });

  it('do not claim an event that is finished while the claim waits for its row', async () => {
    await insert('evt_1');
    const { client } = database;
    const waiting = async () => {
      const [row] = await client.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row && row.count > 0;
    };
    const claimed = await client.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE provider_event SET status = 'applied'`;
      const pending = claim();
      await waitFor(waiting, { what: 'the claim to wait' });
      // In an object, because awaiting the claim before the commit would never end.
      return { pending };
    });
    expect(await claimed.pending).toEqual([]);
  });

  it('get at most the requested number of events, oldest first', async () => {
    await insert('evt_new');
    await insert('evt_old');
    await database.client.providerEvent.updateMany({
      where: { eventId: 'evt_old' },
      data: { occurredAt: new Date('2026-11-19T09:00:00.000Z') },
    });
    expect((await claim(1)).map((event) => event.eventId)).toEqual(['evt_old']);
  });
});

describe('a merchant with 10,000 failing events', () => {
  it('gets at most 8 events per claim and leaves an event of another merchant in the first one', async () => {
    const { merchantId } = scope;
    await database.client.$executeRaw`
      INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id,
        payload, status, due_at, occurred_at)
      SELECT ${merchantId}, ${pspConfigId}, 'evt_' || n, 'test', 'payment_intent.succeeded', 'pi_1',
        '{}', 'waiting', 'epoch', now() - interval '1 day'
      FROM generate_series(1, 10000) n`;
    scope = await addMerchant(database);
    await insert('evt_other');
    const claimed = await claim(64);
    expect(claimed.filter((event) => event.merchantId === merchantId)).toHaveLength(8);
    expect(claimed.filter((event) => event.eventId === 'evt_other')).toHaveLength(1);
    expect((await claim(1)).map((event) => event.merchantId)).toEqual([merchantId]);
  });

  it('does not outrank an event of another merchant that is younger', async () => {
    for (const eventId of ['evt_1', 'evt_2', 'evt_3']) await insert(eventId);
    scope = await addMerchant(database);
    await insert('evt_other');
    await database.client.providerEvent.updateMany({
      where: { eventId: 'evt_other' },
      data: { occurredAt: new Date() },
    });
    expect((await claim(2)).map((event) => event.eventId)).toContain('evt_other');
  });

  it('gets nothing while the worker excludes it', async () => {
    await insert('evt_1');
    const excluded = { token: randomUUID(), seconds: 60, limit: 64 };
    expect(await database.claimProviderEvents(excluded, [scope.merchantId])).toEqual([]);
  });
});

describe('a lease', () => {
  it('blocks other claims until it expires by the database clock', async () => {
    await insert('evt_1');
    const first = await claimOne();
    expect(await claim()).toEqual([]);
    await endLease();
    const second = await claimOne();
    expect(second.leaseToken).not.toBe(first.leaseToken);
  });

  it('that passed to another worker cannot be finished with the old token', async () => {
    await insert('evt_1');
    const first = await claimOne();
    await endLease();
    const second = await claimOne();
    expect(await database.finishProviderEvent(first, { ...done, note: 'late' })).toBe(false);
    expect(await row()).toMatchObject({
      status: 'waiting',
      leaseToken: second.leaseToken,
      note: null,
    });
    expect(await database.finishProviderEvent(second, done)).toBe(true);
    expect(await row()).toMatchObject({
      status: 'applied',
      proxySessionId: 'psess_1',
      leaseToken: null,
      leasedUntil: null,
      finishedAt: expect.any(Date),
    });
  });

  it('can be finished only once', async () => {
    await insert('evt_1');
    const event = await claimOne();
    expect(await database.finishProviderEvent(event, done)).toBe(true);
    const again = { ...done, status: 'failed' } as const;
    expect(await database.finishProviderEvent(event, again)).toBe(false);
    expect((await row()).status).toBe('applied');
    expect(await claim()).toEqual([]);
  });

  it('finished as waiting makes the event claimable again only when it is due', async () => {
    await insert('evt_1');
    const wait = { status: 'waiting', note: 'later', proxySessionId: null } as const;
    await database.finishProviderEvent(await claimOne(), { ...wait, retryInSeconds: 600 });
    expect(await row()).toMatchObject({ note: 'later', finishedAt: null, leaseToken: null });
    expect(await claim()).toEqual([]);
    await becomeDue();
    expect((await claimOne()).attempts).toBe(2);
  });

  it('finished without a session id leaves the stored session id unchanged', async () => {
    await insert('evt_1');
    const event = await claimOne();
    await database.finishProviderEvent(event, { ...done, status: 'waiting', retryInSeconds: 0 });
    await becomeDue();
    const again = await claimOne();
    await database.finishProviderEvent(again, { ...done, proxySessionId: null });
    expect((await row()).proxySessionId).toBe('psess_1');
  });
});

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
    await database.finishProviderEvent(await claimOne(), { ...park, retryInSeconds: 60 });
    expect(await claim()).toEqual([]);
    await attach('pi_2');
    await attach('pi_1', await addMerchant(database));
    await attach('pi_1', { ...scope, mode: 'live' });
    expect(await claim()).toEqual([]);
    await attach('pi_1');
    expect((await claimOne()).eventId).toBe('evt_1');
  });

  it('is requeued when its object is attached while a worker is about to park it', async () => {
    await insert('evt_1', 'pi_1');
    const stale = await claimOne();
    await attach('pi_1');
    expect(await database.finishProviderEvent(stale, park)).toBe(false);
    expect((await claimOne()).eventId).toBe('evt_1');
  });

  it('is requeued at once when its object is attached, however often it was parked', async () => {
    await insert('evt_1', 'pi_1');
    const later = { ...park, retryInSeconds: 21_600, counts: { parks: 100 } };
    await database.finishProviderEvent(await claimOne(), later);
    await attach('pi_1');
    expect(await claimOne()).toMatchObject({ eventId: 'evt_1', parks: 100 });
  });

  it('is requeued when another object that it waits for is attached', async () => {
    await insert('evt_1', 'in_1');
    const later = { ...park, parkedFor: 'sub_1', retryInSeconds: 60 };
    await database.finishProviderEvent(await claimOne(), later);
    expect(await claim()).toEqual([]);
    await attach('sub_1');
    expect((await claimOne()).eventId).toBe('evt_1');
  });

  it('is not requeued after it was applied', async () => {
    await insert('evt_1', 'pi_1');
    await database.finishProviderEvent(await claimOne(), done);
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
    expect(await events().countUpTo('failed', 10)).toBe(3);
    expect(await events().countUpTo('failed', 2)).toBe(2);
  });

  it('start their schedules again when they are retried, and others do not', async () => {
    await insert('evt_1');
    expect(await events().retry('evt_1')).toBe(false);
    const counts = { transientFailures: 2, internalFailures: 3, parks: 4 };
    await database.finishProviderEvent(await claimOne(), { ...done, status: 'waiting', counts });
    await becomeDue();
    const event = await claimOne();
    expect(event).toMatchObject({ ...counts, attempts: 2 });
    await database.finishProviderEvent(event, { ...done, status: 'failed' });
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

describe('an event about a refund', () => {
  it('is recorded once, together with the history of its session', async () => {
    await insert('evt_1');
    const id = await addSession(database, scope);
    await addAttempt(database, scope, id);
    const { providerEvents } = database.forScope(scope);
    const key = { pspConfigId, eventId: 'evt_1' };
    const record = () => writeSession(database, scope, id, () => ({ recordedEvent: key }));
    expect(await providerEvents.isRecorded(key)).toBe(false);
    expect(await record()).toBe('applied');
    expect(await providerEvents.isRecorded(key)).toBe(true);
    expect(await record()).toBe('conflict');
    expect((await database.loadSession(scope, id))?.session.session.version).toBe(2);
  });
});
