import { addMerchant, addProviderConfig } from '@parley/db/testing';
import { DomainError } from '@parley/domain';
import type { EventPage, Provider, ProviderNotification } from '@parley/provider';
import { createAdmission } from '@parley/runtime/admission';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runRound } from '../test/run-round.ts';
import { type Sessions, startSessions } from '../test/sessions.ts';
import { FairSlots } from './fair-slots.ts';
import { CHECKS, sweepMissedEvents } from './provider-sweeps.ts';

let sessions: Sessions;
beforeAll(async () => {
  sessions = await startSessions();
});
afterAll(() => sessions.stop());

const notification = (id: string, objectId: string): ProviderNotification => ({
  id,
  type: 'payment_intent.succeeded',
  topic: 'payment',
  occurredAt: new Date(),
  livemode: false,
  objectId,
  objectType: 'payment_intent',
  attempts: [],
  relatedSubscriptionId: null,
  owners: [],
  takenId: null,
  takenThrough: null,
  amount: null,
  decline: null,
  payload: {},
});

/** Slots in which a round ends with its work. */
const wholeRounds = () => new FairSlots(CHECKS, 60_000);

/** Sweeps a period until now of an account with this list. Returns when the period began. */
async function sweep(listEvents: Provider['listEvents'], periodMs = 60_000): Promise<Date> {
  const { deps, database, report } = sessions;
  // Through the same wrapper as in a worker process.
  const connectProvider = createAdmission({ slots: 1 }).provider((account) => ({
    ...deps.connectProvider(account),
    listEvents,
  }));
  const begin = new Date(Date.now() - periodMs);
  await database.client.providerConfig.updateMany({ data: { createdAt: begin } });
  await database.client.providerCursor.deleteMany();
  const options = { everySeconds: 60, settleSeconds: 1 };
  await database.providerSweeps.addProviderCursors();
  await runRound(database, 'provider_cursors', (merchants) =>
    sweepMissedEvents({ ...deps, connectProvider }, report, options, wholeRounds(), merchants),
  );
  return begin;
}

it('an event that the database refuses does not stop the sweep of its account', async () => {
  const { client } = sessions.database;
  const minuteAgo = await sweep(async ({ after }) =>
    after === null
      ? {
          events: [notification('evt_1', 'pi_1'), notification('evt_refused', 'pi_\0')],
          next: 'evt_refused',
        }
      : { events: [notification('evt_2', 'pi_2')], next: null },
  );
  const stored = await client.providerEvent.findMany({ orderBy: { eventId: 'asc' } });
  expect(stored.map(({ eventId }) => eventId)).toEqual(['evt_1', 'evt_2']);
  expect(sessions.lines).toContainEqual(
    expect.objectContaining({ level: 50, event_ids: ['evt_refused'] }),
  );
  const cursor = await client.providerCursor.findFirstOrThrow();
  expect(cursor).toMatchObject({ failures: 0, leaseToken: null });
  expect(cursor.readUntil.getTime()).toBeGreaterThan(minuteAgo.getTime());
});

it('a list that cannot be read counts as failed, and a defect is logged as an error', async () => {
  const levelsAfter = async (error: Error) => {
    sessions.lines.length = 0;
    await sweep(() => Promise.reject(error));
    expect(sessions.lines).toContainEqual(
      expect.objectContaining({ msg: 'sweep', sweep: 'missed_events', failed: 1 }),
    );
    return sessions.lines.filter(({ msg }) => msg === 'sweep failed').map(({ level }) => level);
  };
  expect(await levelsAfter(new DomainError('provider_error'))).toEqual([40]);
  expect(await levelsAfter(new TypeError('page is not iterable'))).toEqual([50]);
});

it('an account whose list ends with an error continues behind what was read, and no worker waits longer than a minute', async () => {
  const { client } = sessions.database;
  const positions: Date[] = [];
  const dayAgo = await sweep(async ({ until }) => {
    const { readUntil, leasedUntil } = await client.providerCursor.findFirstOrThrow();
    positions.push(readUntil);
    expect(Number(leasedUntil) - Date.now()).toBeLessThanOrEqual(60_000);
    if (positions.length === 3) throw new DomainError('provider_error');
    return { events: [notification(`evt_${until.getTime()}`, 'pi_1')], next: null };
  }, 86_400_000);
  const [first, second, third] = positions;
  expect(first).toEqual(dayAgo);
  expect(Number(second)).toBeGreaterThan(Number(first));
  expect(Number(third)).toBeGreaterThan(Number(second));
  const cursor = await client.providerCursor.findFirstOrThrow();
  expect(cursor).toMatchObject({ readUntil: third, failures: 0, leaseToken: null });
  expect(sessions.lines).toContainEqual(
    expect.objectContaining({ msg: 'sweep', sweep: 'missed_events', found: 2, failed: 1 }),
  );
});

it('an account whose list takes long does not delay those of other merchants', async () => {
  const { deps, database, report } = sessions;
  const addAccount = async () => {
    await addProviderConfig(database, await addMerchant(database));
    const createdAt = new Date(Date.now() - 60_000);
    await database.client.providerConfig.updateMany({ data: { createdAt } });
  };
  await addAccount();
  await database.client.providerCursor.deleteMany();
  const slow = Promise.withResolvers<EventPage>();
  let lists = 0;
  const listEvents = async () => {
    lists += 1;
    return lists === 1 ? slow.promise : { events: [], next: null };
  };
  const slots = new FairSlots(CHECKS, 50);
  const options = { everySeconds: 60, settleSeconds: 1 };
  const connectProvider: typeof deps.connectProvider = (account) => ({
    ...deps.connectProvider(account),
    listEvents,
  });
  const sweepNext = async () => {
    await database.providerSweeps.addProviderCursors();
    await runRound(database, 'provider_cursors', (merchants) =>
      sweepMissedEvents({ ...deps, connectProvider }, report, options, slots, merchants),
    );
  };
  await sweepNext();
  await expect.poll(() => lists).toBe(2);
  await addAccount();
  await sweepNext();
  await expect.poll(() => lists).toBe(3);
  slow.resolve({ events: [], next: null });
  await slots.drain();
});
