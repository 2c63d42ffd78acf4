import { randomUUID } from 'node:crypto';
import type { LeasedProviderEvent } from '@parley/db';
import { applyProviderEvent, type Deps } from '@parley/operations';
import type { Logger } from 'pino';

const LEASE_SECONDS = 60;
/** Events that one worker applies at once. */
const BATCH = 16;

/** Applies the provider events that are due. Returns whether there may be more. */
export async function applyDueProviderEvents(deps: Deps, logger: Logger): Promise<boolean> {
  const events = await deps.database.claimProviderEvents({
    token: randomUUID(),
    seconds: LEASE_SECONDS,
    limit: BATCH,
  });
  await Promise.all(events.map((event) => applyOne(deps, logger, event)));
  return events.length === BATCH;
}

async function applyOne(deps: Deps, logger: Logger, event: LeasedProviderEvent): Promise<void> {
  const { error, ...outcome } = await applyProviderEvent(deps, event);
  const isLeaseHeld = await deps.database.finishProviderEvent(event, outcome);
  const fields = {
    msg: 'provider event',
    event_id: event.eventId,
    type: event.type,
    merchant_id: event.merchantId,
    proxy_session_id: outcome.proxySessionId,
    status: isLeaseHeld ? outcome.status : 'lease_lost',
    note: outcome.note,
    attempts: event.attempts,
  };
  if (error === undefined) logger.info(fields);
  else logger.warn({ ...fields, err: error });
}
