import type { DueDelivery, LeasedEndpointQueue } from '@parley/db';
import { FAILING_HOURS_UNTIL_INACTIVE } from '@parley/domain';
import { type Deps, deactivateEndpoint } from '@parley/operations';
import { classifyAttempt, createSigner, type Sender, type SendResult } from '@parley/webhooks';
import type { Logger } from 'pino';
import { DueInLane } from './due-in-lane.ts';
import type { Journal } from './journal.ts';
import type { Reader } from './reader.ts';
import type { Slots } from './slots.ts';

/**
 * Milliseconds after which a lane is given back and taken anew: so long may a secret that was
 * rotated or revoked meanwhile still be what signs.
 */
const VISIT_MS = 1_000;
const FAILING_MS = FAILING_HOURS_UNTIL_INACTIVE * 3_600_000;

export interface LaneWork {
  readonly deps: Deps;
  readonly sender: Sender;
  readonly journal: Journal;
  readonly reader: Reader;
  readonly slots: Slots;
  /** Whether other lanes may wait for this one to be given back. */
  readonly crowded: () => boolean;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Sends what is due in a lane, one after the other, and gives the lane back. Reads on while it
 * sends. Ends early at a failure, so that an endpoint that hangs holds its lane for one request at a
 * time.
 */
export async function workLane(lane: LeasedEndpointQueue, work: LaneWork): Promise<void> {
  const began = performance.now();
  const over = () => work.signal.aborted || performance.now() - began > VISIT_MS;
  const sign = createSigner(lane.secrets);
  const due = new DueInLane(lane, work.reader, () => !work.crowded());
  let failed = false;
  while (!failed && !over() && (await due.ready())) {
    await work.slots.take();
    // Who waited for too long leaves the slot to the next.
    if (!over()) failed = !(await attempt(lane, due.take(), sign, work));
    work.slots.give();
    await work.journal.room();
  }
  const next = due.mayHaveMore ? 'more' : 'next_due';
  await work.journal.end({
    queue: lane,
    next: lane.status === 'active' ? next : 'inactive',
    failing: failed,
  });
}

/** Sends one delivery; whether it arrived. */
async function attempt(
  lane: LeasedEndpointQueue,
  delivery: DueDelivery,
  sign: ReturnType<typeof createSigner>,
  { deps, sender, journal, logger }: LaneWork,
): Promise<boolean> {
  const startedAt = performance.now();
  const result = await sender.send({
    url: lane.url,
    body: delivery.body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Parley-Webhooks/1.0',
      ...sign({
        id: delivery.eventId,
        timestamp: Math.floor(Date.now() / 1000),
        body: delivery.body,
      }),
    },
  });
  const durationMs = performance.now() - startedAt;
  const made = delivery.attempts - delivery.attemptsBefore + 1;
  const { gone, ...verdict } = classifyAttempt(result, made, Math.random());
  journal.add({ queue: lane, delivery, startedAt, durationMs, ...outcomeOf(result), ...verdict });
  if (verdict.status === 'succeeded') return true;
  logger.info({
    msg: 'webhook not delivered',
    merchant_id: lane.merchantId,
    webhook_endpoint_id: lane.endpointId,
    event_id: delivery.eventId,
    attempts: delivery.attempts + 1,
    ...(result.kind === 'response' ? { http_status: result.status } : { failure: result.failure }),
  });
  if (gone) await deactivate(deps, lane, 'gone', logger);
  else if (lane.failingSince && Date.now() - lane.failingSince.getTime() >= FAILING_MS) {
    await deactivate(deps, lane, 'failing', logger);
  }
  return false;
}

function outcomeOf(result: SendResult) {
  return result.kind === 'response'
    ? { httpStatus: result.status, failure: null, responseBody: result.body }
    : { httpStatus: null, failure: result.failure, responseBody: '' };
}

async function deactivate(
  deps: Deps,
  lane: LeasedEndpointQueue,
  reason: 'gone' | 'failing',
  logger: Logger,
): Promise<void> {
  const line = { webhook_endpoint_id: lane.endpointId, merchant_id: lane.merchantId, reason };
  try {
    if (await deactivateEndpoint(deps, lane, { id: lane.endpointId, reason })) {
      logger.warn({ msg: 'webhook endpoint made inactive', ...line });
    }
  } catch (err) {
    // The next attempt finds it as it is and tries again.
    logger.error({ msg: 'webhook endpoint not made inactive', ...line, err });
  }
}
