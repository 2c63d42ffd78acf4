import { setTimeout as pause } from 'node:timers/promises';
import type { DueMerchant, LeasedProviderEvent, ProviderEventOutcome } from '@parley/db';
import { DomainError } from '@parley/domain';
import { applyProviderEvent, type Deps, retryInternal } from '@parley/operations';
import { getTelemetry } from '@parley/telemetry';
import type { Logger } from 'pino';
import { claimInSlots, FairSlots } from './fair-slots.ts';
import { createLease } from './leases.ts';
import type { WorkerReport } from './worker-report.ts';

/** Events that one worker applies at once. */
const MAX_EVENTS = 64;
/** Milliseconds between the first two tries to store an outcome; doubled after each. */
const FIRST_STORE_DELAY_MS = 250;
/** The last delay. The tries with their timeouts take less than the lease. */
const LAST_STORE_DELAY_MS = 4_000;
/** Milliseconds for which an event that failed before is applied alone among those. */
const ALONE_MS = 500;

/** Applies the provider events that are due. */
export interface ProviderEventRounds {
  /**
   * Claims events and starts to apply them; returns when they are finished or more can be claimed.
   * @returns whether there may be more
   */
  round(merchants: readonly DueMerchant[]): Promise<boolean>;
  /** Resolves when every event that was claimed is finished. */
  drain(): Promise<void>;
}

/**
 * Applies events independently of each other. A merchant whose events are not finished gets further ones
 * according to `canTakeSlot`. So an object that the provider reads slowly delays neither the merchant's other
 * events nor those of other merchants, and a backlog of many merchants leaves slots for the next. Events
 * that failed before because of the service start one after another: one of them may end the process, and
 * the others with it.
 * @param aloneMs milliseconds after which the next of them starts at the latest
 */
export function createProviderEventRounds(
  deps: Deps,
  logger: Logger,
  report: Pick<WorkerReport, 'recordAppliedEvent'>,
  aloneMs = ALONE_MS,
): ProviderEventRounds {
  const slots = new FairSlots(MAX_EVENTS);
  /** Ends when the next event that failed before may start. */
  let turn: Promise<unknown> = Promise.resolve();

  function apply(event: LeasedProviderEvent): Promise<string> {
    if (event.internalFailures === 0) return applyInSpan(deps, logger, event);
    const applied = turn.then(() => applyInSpan(deps, logger, event));
    turn = Promise.race([applied, turn.then(() => pause(aloneMs, undefined, { ref: false }))]);
    return applied;
  }

  async function start(event: LeasedProviderEvent): Promise<void> {
    const claimedAt = performance.now();
    const status = await slots.hold(event.merchantId, apply(event));
    if (status !== 'applied') return;
    report.recordAppliedEvent(event, (performance.now() - claimedAt) / 1_000);
  }

  return {
    async round(merchants) {
      const events = await claimInSlots(slots, merchants, (served) => {
        const { free, taken: of } = slots;
        return deps.database.providerEvents.claim(createLease(free), served, { of, free });
      });
      if (!events) return true;
      await slots.wait(Promise.all(orderSuspects(events).map(start)));
      return events.length > 0;
    },
    drain: () => slots.drain(),
  };
}

/**
 * Events with the fewest failures first, otherwise in random order. An event that ends the process is
 * applied after those that only were in progress then, so that they do not fail with it again.
 */
function orderSuspects(events: readonly LeasedProviderEvent[]): LeasedProviderEvent[] {
  return events
    .map((event) => ({ event, rank: event.internalFailures + Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ event }) => event);
}

function applyInSpan(deps: Deps, logger: Logger, event: LeasedProviderEvent): Promise<string> {
  const { tracing } = getTelemetry();
  const apply = () => applyOne(deps, logger, event);
  if (!tracing) return apply();
  const { eventId, type, merchantId, mode, traceparent } = event;
  const attributes = { event_id: eventId, type, merchant_id: merchantId, mode };
  return tracing.span('provider_event', attributes, apply, { traceparent, kind: 'consumer' });
}

/**
 * Applies one event and stores the outcome. Never rejects, so that it cannot stop the others.
 * @returns the status that it logs
 */
async function applyOne(deps: Deps, logger: Logger, event: LeasedProviderEvent): Promise<string> {
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
    return line.status;
  } catch (err) {
    // The event is claimed again when its lease ends.
    const status = 'unfinished';
    logger.error({ ...fields, status, err });
    return status;
  }
}

/**
 * Stores the outcome, or if the database refuses it, a plain one that it cannot refuse. Tries again while
 * the database is not available, because the event is not claimed again before its lease ends.
 */
async function finish(
  deps: Deps,
  logger: Logger,
  event: LeasedProviderEvent,
  outcome: ProviderEventOutcome,
): Promise<boolean> {
  const store = (stored: ProviderEventOutcome) =>
    retryWhileUnavailable(() => deps.database.providerEvents.finish(event, stored));
  try {
    return await store(outcome);
  } catch (err) {
    if (err instanceof DomainError) throw err;
    logger.error({ msg: 'provider event outcome refused', event_id: event.eventId, err });
    const retry = retryInternal(event, 'the outcome could not be stored');
    return store({ ...retry, proxySessionId: null });
  }
}

async function retryWhileUnavailable<T>(call: () => Promise<T>): Promise<T> {
  for (let delayMs = FIRST_STORE_DELAY_MS; ; delayMs *= 2) {
    try {
      return await call();
    } catch (err) {
      if (!(err instanceof DomainError) || delayMs > LAST_STORE_DELAY_MS) throw err;
      await pause(delayMs);
    }
  }
}
