import { randomUUID } from 'node:crypto';
import type { ProviderConfigId } from '@parley/domain';
import type { Database } from '../src/database.ts';
import type { LeasedProviderEvent } from '../src/provider/provider-events.ts';
import type { Scope } from '../src/sql/records.ts';
import { claimsOfAll } from './claims.ts';
import { newId } from './rows.ts';

/** The queue of provider events, as the tests of one file use it. */
export function openProviderEvents(database: Database) {
  const providerConfigId: ProviderConfigId = newId('pspcfg');
  const claim = (limit = 100, seconds = 60) =>
    claimsOfAll(database).claimProviderEvents({ token: randomUUID(), seconds, limit });

  return {
    providerConfigId,
    claim,
    /** Inserts a waiting event; returns false for a duplicate. */
    insert: (scope: Scope, eventId: string, objectId = 'pi_1') =>
      database.providerEvents.insert({
        ...scope,
        providerConfigId,
        eventId,
        type: 'payment_intent.succeeded',
        objectId,
        payload: { id: eventId },
        occurredAt: new Date('2026-11-20T09:00:00.000Z'),
      }),
    /** @throws Error when no event is due */
    claimOne: async (seconds?: number): Promise<LeasedProviderEvent> => {
      const [event] = await claim(1, seconds);
      if (!event) throw new Error('no event is due');
      return event;
    },
    /** The only event. */
    row: () => database.client.providerEvent.findFirstOrThrow(),
    /** Makes all events due. */
    becomeDue: () =>
      database.client.$executeRaw`UPDATE provider_event SET due_at = now() - interval '1 second'`,
  };
}
