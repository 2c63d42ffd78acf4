import type { DueDelivery, LeasedEndpointQueue } from '@parley/db';
import { countSlowResponses, eventRequestHeaders, isFailingTooLong } from '@parley/domain';
import { type Deps, deactivateEndpoint } from '@parley/operations';
import { getTelemetry, redact } from '@parley/telemetry';
import { classifyAttempt, createSigner, type Sender, type SendResult } from '@parley/webhooks';
import type { Logger } from 'pino';
import type { BatchReader } from './batch-reader.ts';
import type { DeliveryLog } from './delivery-log.ts';
import { DueDeliveries } from './due-deliveries.ts';

/**
 * Milliseconds after which a queue is released and claimed again. A rotated or revoked signing secret
 * may be used that long.
 */
const MAX_LEASE_USE_MS = 1_000;
/** Milliseconds after which no more are read, so that those already read are still sent. */
const MAX_READ_MS = 750;
/** Characters of a response that are stored. */
const MAX_STORED_RESPONSE = 4 * 1024;

export interface DeliveryContext {
  readonly deps: Deps;
  readonly sender: Sender;
  readonly log: DeliveryLog;
  readonly reader: BatchReader;
  /** The slot of a request of this queue. */
  readonly slot: {
    /** Resolves when the slot is free or nothing more will be sent. */
    acquire(): Promise<void> | undefined;
    release(): void;
  };
  /** Whether other queues may be waiting for this one to be released. */
  readonly isAtCapacity: () => boolean;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Sends the due deliveries of an endpoint queue in order and releases the queue. Stops at the first
 * failure, so that an endpoint that hangs occupies one request at a time.
 */
export async function processEndpointQueue(
  queue: LeasedEndpointQueue,
  context: DeliveryContext,
): Promise<void> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const isOver = () => context.signal.aborted || elapsedMs() > MAX_LEASE_USE_MS;
  const mayReadMore = () => !context.isAtCapacity() && elapsedMs() < MAX_READ_MS;
  if (queue.unreadableSecret) {
    const err = queue.unreadableSecret;
    context.logger.error({ msg: 'webhook signing secret unreadable', ...getIds(queue), err });
  }
  const sign = queue.secrets.length > 0 ? createSigner(queue.secrets) : null;
  const due = new DueDeliveries(queue, context.reader, mayReadMore);
  let failed = false;
  let { slowResponses } = queue;
  while (!failed && !isOver() && (await due.hasNext())) {
    await context.slot.acquire();
    try {
      // The time may have run out while waiting for the slot.
      if (!isOver()) {
        const { succeeded, durationMs } = await attemptDelivery(queue, due.take(), sign, context);
        failed = !succeeded;
        slowResponses = countSlowResponses(slowResponses, durationMs);
      }
    } finally {
      context.slot.release();
    }
    await context.log.waitForCapacity();
  }
  const next = due.mayHaveMore ? 'more' : 'next_due';
  await context.log.release({
    queue,
    next: queue.status === 'active' ? next : 'inactive',
    failing: failed,
    slowResponses,
  });
}

/** Signs webhooks with the secrets of an endpoint; null if it has none that can be decrypted. */
type Sign = ReturnType<typeof createSigner> | null;

/** Sends one delivery. */
async function attemptDelivery(
  queue: LeasedEndpointQueue,
  delivery: DueDelivery,
  sign: Sign,
  { deps, sender, log, logger }: DeliveryContext,
): Promise<{ readonly succeeded: boolean; readonly durationMs: number }> {
  const startedAt = performance.now();
  const result = await traceDelivery(queue, delivery, (headers) =>
    send(queue, delivery, { sign, headers }, sender),
  );
  const durationMs = performance.now() - startedAt;
  const attemptNumber = delivery.attempts - delivery.attemptsBefore + 1;
  const { gone, ...outcome } = classifyAttempt(result, attemptNumber, Math.random());
  log.addAttempt({ queue, delivery, startedAt, durationMs, ...toResponse(result), ...outcome });
  if (outcome.status === 'succeeded') return { succeeded: true, durationMs };
  logger.info({
    msg: 'webhook not delivered',
    ...getIds(queue),
    event_id: delivery.eventId,
    attempts: delivery.attempts + 1,
    ...(result.kind === 'response' ? { http_status: result.status } : { failure: result.failure }),
  });
  if (gone) await deactivate(deps, queue, 'gone', logger);
  else if (sign && isFailingTooLong(queue.failingSince, Date.now())) {
    await deactivate(deps, queue, 'failing', logger);
  }
  return { succeeded: false, durationMs };
}

async function send(
  queue: LeasedEndpointQueue,
  { eventId: id, body }: DueDelivery,
  { sign, headers }: { readonly sign: Sign; readonly headers: Readonly<Record<string, string>> },
  sender: Sender,
): Promise<SendResult> {
  if (!sign) return { kind: 'failed', failure: 'secret_unreadable' };
  const timestamp = Math.floor(Date.now() / 1000);
  return sender.send({
    url: queue.url,
    body,
    headers: { ...headers, ...eventRequestHeaders, ...sign({ id, timestamp, body }) },
  });
}

/**
 * Records a span of a delivery in the trace of the work that caused the event or repeats its delivery.
 * @param work receives the header with which the receiver continues the trace; none without tracing
 */
async function traceDelivery<T>(
  queue: LeasedEndpointQueue,
  { eventId, body, attempts, traceparent }: DueDelivery,
  work: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const { tracing } = getTelemetry();
  if (!tracing) return work({});
  const requestId = findRequestId(body);
  const attributes = {
    ...getIds(queue),
    event_id: eventId,
    attempt: attempts + 1,
    'server.address': new URL(queue.url).hostname,
    ...(requestId === null ? {} : { request_id: requestId }),
  };
  const send = () => {
    const current = tracing.getTraceparent();
    return work(current === undefined ? {} : { traceparent: current });
  };
  return tracing.span('webhook', attributes, send, { traceparent, kind: 'client' });
}

/** The id of the request in an event; null if the provider or a deadline caused it. */
function findRequestId(body: Buffer): string | null {
  const { request } = JSON.parse(body.toString()) as { request?: { id?: string | null } };
  return request?.id ?? null;
}

const getIds = ({ merchantId, endpointId }: LeasedEndpointQueue) => ({
  merchant_id: merchantId,
  webhook_endpoint_id: endpointId,
});

function toResponse(result: SendResult) {
  return result.kind === 'response'
    ? { httpStatus: result.status, failure: null, responseBody: storedBody(result.body) }
    : { httpStatus: null, failure: result.failure, responseBody: '' };
}

/** The beginning of a response without card numbers, keys and email addresses. Finding them takes time. */
function storedBody(body: string): string {
  if (body.length <= MAX_STORED_RESPONSE) return redact(body);
  // A number that is cut off is not recognized.
  const [whole = ''] = /^[\s\S]*[\p{L}"{}]/u.exec(body.slice(0, MAX_STORED_RESPONSE)) ?? [];
  return redact(whole);
}

async function deactivate(
  deps: Deps,
  queue: LeasedEndpointQueue,
  reason: 'gone' | 'failing',
  logger: Logger,
): Promise<void> {
  const fields = { ...getIds(queue), reason };
  try {
    if (await deactivateEndpoint(deps, queue, { id: queue.endpointId, reason })) {
      logger.warn({ msg: 'webhook endpoint made inactive', ...fields });
    }
  } catch (err) {
    // The next attempt tries again.
    logger.error({ msg: 'webhook endpoint not made inactive', ...fields, err });
  }
}
