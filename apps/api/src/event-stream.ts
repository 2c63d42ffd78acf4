import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRateLimitError } from '@parley/domain';
import { openStream, readStream, type StreamPosition, streamPositionId } from '@parley/operations';
import { formatErrorResponse, type RequestContext } from '@parley/router';
import { callStream, consumeStreamLimit, eventStream } from '@parley/router/rest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { logServerError } from './errors.ts';
import { requestContext, type Surface } from './request-context.ts';
import { getFacts } from './request-facts.ts';

const POLL_MS = 500;
/** A stream rests this many times as long as its last read took, so that many events cost others little. */
const REST_PER_READ = 10;
/** Less than the usual timeout of a proxy for idle connections. */
const HEARTBEAT_MS = 15_000;
/** Clients then connect again, possibly to another process. */
const LIFETIME_MS = 10 * 60_000;
const MAX_STREAMS = 100;
/** Of one merchant in one mode. */
const MAX_PER_MODE = 5;
const RETRY_AFTER_SECONDS = 5;

/** Mounts the stream of events: a response that lasts for minutes. */
export function mountEventStream(app: FastifyInstance, surface: Surface, logger: Logger): void {
  const stopping = new AbortController();
  const streams = countStreams();
  // The shutdown waits for responses.
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });

  /** The messages of a stream, until it has to end. */
  async function* follow(request: FastifyRequest, ctx: RequestContext, start: StreamPosition) {
    let position = start;
    const endsAt = performance.now() + LIFETIME_MS * (0.9 + 0.2 * Math.random());
    let sentAt = performance.now();
    // A client that received nothing yet can continue from here.
    yield formatPosition(position);
    try {
      while (!stopping.signal.aborted && performance.now() < endsAt) {
        const startedAt = performance.now();
        const read = await callStream(ctx, (caller) => readStream(surface.deps, caller, position));
        ({ position } = read);
        const now = performance.now();
        if (read.messages.length > 0) {
          yield read.messages.map(({ id, payload }) => `id: ${id}\ndata: ${payload}\n\n`).join('');
          sentAt = now;
        } else if (now - sentAt > HEARTBEAT_MS) {
          yield formatPosition(position);
          sentAt = now;
        }
        const rest = REST_PER_READ * (now - startedAt);
        await sleep(read.isCurrent ? Math.max(POLL_MS, rest) : rest, undefined, stopping);
      }
    } catch (error) {
      // The client connects again, and receives the error as a response.
      if (!stopping.signal.aborted)
        logServerError(logger, request, formatErrorResponse(error), error);
    }
  }

  app.get(eventStream.path, {
    config: { operation: eventStream.operation },
    handler: async (request, reply) => {
      reply.header('x-request-id', request.id);
      const ctx = requestContext(surface, request, reply);
      await consumeStreamLimit(ctx);
      const start = await callStream(ctx, (caller) =>
        openStream(surface.deps, caller, request.headers['last-event-id']?.toString()),
      );
      const release = streams.add(request);
      reply.raw.once('close', release);
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          // No proxy may compress or collect messages.
          .header('cache-control', 'no-store, no-transform')
          .header('x-accel-buffering', 'no')
          // The shutdown would wait for the next request.
          .header('connection', 'close')
          .send(Readable.from(follow(request, ctx, start), { objectMode: false }))
      );
    },
  });
}

/** A comment with the id that the stream continues after. */
const formatPosition = (position: StreamPosition) => `id: ${streamPositionId(position)}\n:\n\n`;

/** Counts the open streams of each mode of a merchant. */
function countStreams() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    /**
     * @returns a function that ends it
     * @throws DomainError rate_limited
     */
    add(request: FastifyRequest): () => void {
      const { merchantId, mode } = getFacts(request);
      const key = `${merchantId} ${mode}`;
      const open = counts.get(key) ?? 0;
      if (open >= MAX_PER_MODE || total >= MAX_STREAMS)
        throw createRateLimitError('Too many event streams are open.', RETRY_AFTER_SECONDS);
      counts.set(key, open + 1);
      total += 1;
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
        total -= 1;
      };
    },
  };
}
