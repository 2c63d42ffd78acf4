import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsOfAll, findDue } from '../../test/claims.ts';
import { openProviderEvents } from '../../test/provider-events.ts';
import {
  addAttempt,
  addMerchant,
  addProviderConfig,
  addSession,
  openTestDatabase,
  writeSession,
} from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import type { LeasedProviderEvent, ProviderEventOutcome } from './provider-events.ts';

const opened = await openTestDatabase();
const { database } = opened;
const { providerConfigId, claim, claimOne, row, becomeDue, ...queue } =
  openProviderEvents(database);
let scope: Scope;
const insert = (eventId: string, objectId?: string) => queue.insert(scope, eventId, objectId);
const done: ProviderEventOutcome = { status: 'applied', note: null, proxySessionId: 'psess_1' };

beforeEach(async () => {
  await database.client.providerEvent.deleteMany();
  scope = await addMerchant(database);
});
afterAll(() => opened.close());

const endLease = () =>
  database.client.$executeRaw`UPDATE provider_event SET leased_until = now() - interval '1 second'`;

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
      providerConfigId,
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

  it('claim other events while a transaction has locked one', async () => {
    await insert('evt_1');
    await insert('evt_2');
    const claimed = await database.client.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE provider_event SET status = 'applied' WHERE event_id = 'evt_1'`;
      return claim();
    });
    expect(claimed.map((event) => event.eventId)).toEqual(['evt_2']);
    expect(await claim()).toEqual([]);
  });

  it('get at most the requested number of events, the one received first before others', async () => {
    await insert('evt_new');
    await insert('evt_old');
    const { client } = database;
    await client.$executeRaw`
      UPDATE provider_event SET received_at = now() - interval '1 minute' WHERE event_id = 'evt_old'`;
    // The sender chooses this time.
    await client.$executeRaw`
      UPDATE provider_event SET occurred_at = '2001-01-01' WHERE event_id = 'evt_new'`;
    expect((await claim(1)).map((event) => event.eventId)).toEqual(['evt_old']);
  });
});

describe('a merchant with events of both modes', () => {
  const live = (): Scope => ({ ...scope, mode: 'live' });
  const modes = (events: readonly LeasedProviderEvent[]) => events.map(({ mode }) => mode);

  it('gets a live event in the first claim although 300 test events were received before it', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, n) => insert(`evt_${n}`)));
    await queue.insert(live(), 'evt_live');
    expect(modes(await claim(8))).toContain('live');
  });

  it('gets mostly live events, and a test event in the end, also in claims of one event', async () => {
    await insert('evt_test');
    for (let n = 0; n < 20; n++) await queue.insert(live(), `evt_${n}`);
    expect(modes(await claim(8)).filter((mode) => mode === 'test')).toHaveLength(1);
    await database.client.providerEvent.deleteMany({ where: { mode: 'live' } });
    await becomeDue();
    await endLease();
    const claimed: string[] = [];
    while (!claimed.includes('test') && claimed.length < 200) {
      for (const n of [1, 2]) await queue.insert(live(), `evt_${claimed.length}_${n}`);
      claimed.push(...modes(await claim(1)));
    }
    expect(claimed).toContain('test');
  });
});

describe('a merchant with 10,000 failing events', () => {
  it('gets at most 8 events per claim and leaves an event of another merchant in the first one', async () => {
    const { merchantId } = scope;
    await database.client.$executeRaw`
      INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id,
        payload, status, due_at, occurred_at)
      SELECT ${merchantId}, ${providerConfigId}, 'evt_' || n, 'test', 'payment_intent.succeeded', 'pi_1',
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
      data: { receivedAt: new Date(Date.now() + 1_000) },
    });
    expect((await claim(2)).map((event) => event.eventId)).toContain('evt_other');
  });

  it('does not outrank, with as many such merchants as a worker has slots, a younger event of another merchant', async () => {
    const [slots, backlog] = [64, 30];
    for (let m = 0; m < slots; m++) {
      const { merchantId } = await addMerchant(database);
      await database.client.$executeRaw`
        INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id,
          payload, status, due_at, occurred_at, received_at)
        SELECT ${merchantId}, ${providerConfigId}, 'evt_' || n, 'test', 'invoice.paid', 'in_1', '{}',
          'waiting', 'epoch', now(), now() - interval '1 hour'
        FROM generate_series(1, ${backlog}::int) n`;
    }
    await insert('evt_other');
    let rounds = 0;
    for (let isServed = false; !isServed; rounds++) {
      const lease = { token: randomUUID(), seconds: 60, limit: slots };
      const holding = { of: new Map(), free: slots };
      const events = await claimsOfAll(database).claimProviderEvents(lease, holding);
      for (const event of events) await database.providerEvents.finish(event, done);
      isServed = events.some(({ eventId }) => eventId === 'evt_other');
    }
    // Each round leaves one of 65 merchants out, in random order.
    expect(rounds).toBeLessThan(backlog / 2);
  });

  it('gets no free slot before a merchant with fewer events in progress, and leaves some free', async () => {
    for (const eventId of ['evt_1', 'evt_2', 'evt_3', 'evt_4']) await insert(eventId);
    const backlog = scope.merchantId;
    scope = await addMerchant(database);
    await insert('evt_other');
    const claimHolding = async (held: number, free: number) => {
      const lease = { token: randomUUID(), seconds: 60, limit: free };
      const holding = { of: new Map([[backlog, held]]), free };
      const claimed = await claimsOfAll(database).claimProviderEvents(lease, holding);
      return claimed.map(({ eventId }) => eventId).toSorted();
    };
    expect(await claimHolding(3, 1)).toEqual(['evt_other']);
    expect(await claimHolding(3, 12)).toEqual([]);
    expect(await claimHolding(3, 17)).toEqual(['evt_1']);
    expect(await claimHolding(3, 64)).toEqual(['evt_2', 'evt_3', 'evt_4']);
  });

  it('gets nothing from a claim for other merchants', async () => {
    await insert('evt_1');
    const { merchantId } = scope;
    scope = await addMerchant(database);
    await insert('evt_other');
    const found = await findDue(database, 'provider_events');
    const others = found.filter(({ id }) => id !== merchantId);
    const lease = { token: randomUUID(), seconds: 60, limit: 64 };
    const claimed = await database.providerEvents.claim(lease, others);
    expect(claimed.map(({ eventId }) => eventId)).toEqual(['evt_other']);
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
    expect(await database.providerEvents.finish(first, { ...done, note: 'late' })).toBe(false);
    expect(await row()).toMatchObject({
      status: 'waiting',
      leaseToken: second.leaseToken,
      note: null,
    });
    expect(await database.providerEvents.finish(second, done)).toBe(true);
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
    expect(await database.providerEvents.finish(event, done)).toBe(true);
    const again = { ...done, status: 'failed' } as const;
    expect(await database.providerEvents.finish(event, again)).toBe(false);
    expect((await row()).status).toBe('applied');
    expect(await claim()).toEqual([]);
  });

  it('finished as waiting makes the event claimable again only when it is due', async () => {
    await insert('evt_1');
    const wait = { status: 'waiting', note: 'later', proxySessionId: null } as const;
    await database.providerEvents.finish(await claimOne(), { ...wait, retryInSeconds: 600 });
    expect(await row()).toMatchObject({ note: 'later', finishedAt: null, leaseToken: null });
    expect(await claim()).toEqual([]);
    await becomeDue();
    expect((await claimOne()).attempts).toBe(2);
  });

  it('finished without a session id leaves the stored session id unchanged', async () => {
    await insert('evt_1');
    const event = await claimOne();
    await database.providerEvents.finish(event, { ...done, status: 'waiting', retryInSeconds: 0 });
    await becomeDue();
    const again = await claimOne();
    await database.providerEvents.finish(again, { ...done, proxySessionId: null });
    expect((await row()).proxySessionId).toBe('psess_1');
  });
});

describe('an event about a refund', () => {
  it('is recorded once, together with the history of its session, for all configs that received it', async () => {
    await insert('evt_1');
    const id = await addSession(database, scope);
    await addAttempt(database, scope, id);
    const { providerEvents } = database.forScope(scope);
    const key = { providerConfigId: await addProviderConfig(database, scope), eventId: 'evt_1' };
    await database.client.$executeRaw`
      INSERT INTO provider_event SELECT (jsonb_populate_record(
        e, jsonb_build_object('psp_config_id', ${key.providerConfigId}::text))).*
      FROM provider_event e WHERE event_id = 'evt_1'`;
    const record = () => writeSession(database, scope, id, () => ({ recordedEvent: key }));
    expect(await providerEvents.isRecorded(key)).toBe(false);
    expect(await record()).toBe('applied');
    expect(await providerEvents.isRecorded(key)).toBe(true);
    expect(await providerEvents.isRecorded({ ...key, providerConfigId })).toBe(true);
    expect(await record()).toBe('conflict');
    expect((await database.findSession(scope, id))?.session.session.version).toBe(2);
  });
});
