import { DomainError } from '@parley/domain';
import type { Provider, ProviderNotification } from '@parley/provider';
import { createAdmission } from '@parley/runtime/admission';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sessions, startSessions } from '../test/sessions.ts';
import { sweepMissedEvents } from './provider-sweeps.ts';

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
  amount: null,
  decline: null,
  payload: {},
});

/** Sweeps the last hour of an account with this list. Returns when that hour began. */
async function sweep(listEvents: Provider['listEvents']): Promise<Date> {
  const { deps, database, report } = sessions;
  // Through the same wrapper as in a worker process.
  const connectProvider = createAdmission({ slots: 1 }).provider((account) => ({
    ...deps.connectProvider(account),
    listEvents,
  }));
  const hourAgo = new Date(Date.now() - 3_600_000);
  await database.client.providerConfig.updateMany({ data: { createdAt: hourAgo } });
  await database.client.providerCursor.deleteMany();
  const options = { everySeconds: 60, settleSeconds: 1 };
  await sweepMissedEvents({ ...deps, connectProvider }, report, options);
  return hourAgo;
}

it('an event that the database refuses does not stop the sweep of its account', async () => {
  const { client } = sessions.database;
  const hourAgo = await sweep(async ({ after }) =>
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
  expect(cursor.readUntil.getTime()).toBeGreaterThan(hourAgo.getTime());
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
