import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeasedProviderEvent, ProviderEventOutcome } from '@parley/db';
import { DomainError } from '@parley/domain';
import { applyProviderEvent, type Deps, retryInternal } from '@parley/operations';
import type { Logger } from 'pino';

const LEASE_SECONDS = 60;
/** Events that one worker applies at once. */
const MAX_EVENTS = 64;
/** Milliseconds after which new events are claimed although none of the current ones is finished. */
const CLAIM_MS = 200;

/** Applies the provider events that are due. */
export interface ProviderEventRounds {
  /**
   * Claims events and starts to apply them; returns when some are finished or more can be claimed.
   * @returns whether there may be more
   */
  round(): Promise<boolean>;
  /** Resolves when every event that was claimed is finished. */
  drain(): Promise<void>;
}

/**
 * Applies the events of each merchant together and independently of those of other merchants, so that
 * a provider that responds slowly to one merchant delays no other.
 */
export function createProviderEventRounds(deps: Deps, logger: Logger): ProviderEventRounds {
  /** The events in progress, by merchant. A merchant in this map gets no further events. */
  const running = new Map<string, { readonly size: number; readonly done: Promise<void> }>();
  const allDone = () => [...running.values()].map(({ done }) => done);

  function start(merchantId: string, events: readonly LeasedProviderEvent[]): void {
    const done = Promise.all(events.map((event) => applyOne(deps, logger, event))).then(() => {
      running.delete(merchantId);
    });
    running.set(merchantId, { size: events.length, done });
  }

  return {
    async round() {
      const inProgress = [...running.values()].reduce((sum, { size }) => sum + size, 0);
      const limit = MAX_EVENTS - inProgress;
      if (limit > 0) {
        const lease = { token: randomUUID(), seconds: LEASE_SECONDS, limit };
        const events = await deps.database.claimProviderEvents(lease, [...running.keys()]);
        const byMerchant = Map.groupBy(events, ({ merchantId }) => merchantId);
        for (const [merchantId, group] of byMerchant) start(merchantId, group);
        if (events.length === 0) return false;
      }
      await Promise.race([...allDone(), pause(CLAIM_MS)]);
      return true;
    },
    async drain() {
      await Promise.all(allDone());
    },
  };
}

/** Applies one event and stores the outcome. Never rejects, so that it cannot stop the others. */
async function applyOne(deps: Deps, logger: Logger, event: LeasedProviderEvent): Promise<void> {
  const fields = {
    msg: 'provider event',
    event_id: event.eventId,
    type: event.type,
    merchant_id: event.merchantId,
    attempts: event.attempts,
  };
  try {
    const { error, ...outcome } = await applyProviderEvent(deps, event);
    const isLeaseHeld = await finish(deps, logger, event, outcome);
    const line = {
      ...fields,
      proxy_session_id: outcome.proxySessionId,
      status: isLeaseHeld ? outcome.status : 'lease_lost',
      note: outcome.note,
    };
    if (outcome.status === 'failed') logger.error({ ...line, err: error });
    else if (error === undefined) logger.info(line);
    else logger.warn({ ...line, err: error });
  } catch (err) {
    // The event is claimed again when its lease ends.
    logger.error({ ...fields, status: 'unfinished', err });
  }
}

/** Stores the outcome, or if the database refuses it, a plain one that it cannot refuse. */
async function finish(
  deps: Deps,
  logger: Logger,
  event: LeasedProviderEvent,
  outcome: ProviderEventOutcome,
): Promise<boolean> {
  try {
    return await deps.database.finishProviderEvent(event, outcome);
  } catch (err) {
    if (err instanceof DomainError) throw err;
    logger.error({ msg: 'provider event outcome refused', event_id: event.eventId, err });
    const retry = retryInternal(event, 'the outcome could not be stored');
    return deps.database.finishProviderEvent(event, { ...retry, proxySessionId: null });
  }
}
