import type { ProviderNotification } from '@parley/provider';
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
  amount: null,
  payload: {},
});

it('an event that the database refuses does not stop the sweep of its account', async () => {
  const { deps, database, report, lines } = sessions;
  const { client } = database;
  // Through the same wrapper as in a worker process.
  const connectProvider = createAdmission({ slots: 1 }).provider((account) => ({
    ...deps.connectProvider(account),
    listEvents: async ({ after }) =>
      after === null
        ? {
            events: [notification('evt_1', 'pi_1'), notification('evt_refused', 'pi_\0')],
            next: 'evt_refused',
          }
        : { events: [notification('evt_2', 'pi_2')], next: null },
  }));
  const swept = () =>
    sweepMissedEvents({ ...deps, connectProvider }, report, { everySeconds: 60, settleSeconds: 1 });
  const hourAgo = new Date(Date.now() - 3_600_000);
  await client.pspConfig.updateMany({ data: { createdAt: hourAgo } });
  await swept();
  const stored = await client.providerEvent.findMany({ orderBy: { eventId: 'asc' } });
  expect(stored.map(({ eventId }) => eventId)).toEqual(['evt_1', 'evt_2']);
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, event_ids: ['evt_refused'] }));
  const cursor = await client.providerCursor.findFirstOrThrow();
  expect(cursor).toMatchObject({ failures: 0, leaseToken: null });
  expect(cursor.readUntil.getTime()).toBeGreaterThan(hourAgo.getTime());
});
