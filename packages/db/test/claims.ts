import type { Database } from '../src/database.ts';
import type { DueFilter, DueMerchant } from '../src/queues/due-merchants.ts';
import type { DueKind } from '../src/queues/due-queues.ts';
import type { Holding, Lease } from '../src/queues/leases.ts';
import type { EndpointQueueFilter } from '../src/webhooks/webhook-endpoint-queues.ts';

/** The merchants with due rows of a kind. */
export async function findDue(
  { dueWork }: Pick<Database, 'dueWork'>,
  kind: DueKind,
  filter?: DueFilter,
): Promise<readonly DueMerchant[]> {
  return (await dueWork.find([kind], filter)).get(kind) ?? [];
}

/** The claims of a database, and its fan-out, each for all merchants with due rows. */
export function claimsOfAll(database: Database) {
  const { dueSessions, providerEvents, providerSweeps, webhookQueue } = database;
  const find = (kind: DueKind, filter?: DueFilter) => findDue(database, kind, filter);
  return {
    claimExpired: async (lease: Lease) =>
      dueSessions.claimExpired(lease, await find('expired_sessions')),
    claimOverdueReservations: async (lease: Lease) =>
      dueSessions.claimOverdueReservations(lease, await find('overdue_reservations')),
    claimReceipts: async (lease: Lease) =>
      dueSessions.claimReceipts(lease, await find('receipt_mails')),
    claimAttemptChecks: async (lease: Lease) =>
      providerSweeps.claimAttemptChecks(lease, await find('attempt_checks')),
    claimSubscriptions: async (lease: Lease, unreadSeconds: number) => {
      const due = await find('subscriptions', { subscriptionUnreadSeconds: unreadSeconds });
      return providerSweeps.claimSubscriptions(lease, unreadSeconds, due);
    },
    /** Those of new accounts too. */
    claimProviderCursors: async (lease: Lease) => {
      await providerSweeps.addProviderCursors();
      return providerSweeps.claimProviderCursors(lease, await find('provider_cursors'));
    },
    claimProviderEvents: async (lease: Lease, holding?: Holding) =>
      providerEvents.claim(lease, await find('provider_events'), holding),
    claimEndpointQueues: async (lease: Lease, filter: EndpointQueueFilter) => {
      const due = await find(filter.slow ? 'slow_endpoint_queues' : 'endpoint_queues');
      return webhookQueue.claimEndpointQueues(lease, filter, due);
    },
    fanOut: async (limit: number) => webhookQueue.fanOut(limit, await find('waiting_events')),
  };
}
