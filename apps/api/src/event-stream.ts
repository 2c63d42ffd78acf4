import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStream, readStream, type StreamPosition } from '@parley/operations';
import { formatErrorResponse, type RequestContext } from '@parley/router';
import { callStream, consumeStreamLimit, eventStream } from '@parley/router/rest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { logServerError } from './errors.ts';
import { requestContext, type Surface } from './request-context.ts';
import { createStreamSlots } from './stream-slots.ts';

const POLL_MS = 500;
/** A stream with a backlog rests as long as its last read took, so that it takes half a connection at most. */
const REST_PER_READ = 1;
/** After a read that was refused because the process or the database is overloaded. */
const REFUSED_MS = 3_000;
/** Less than the usual timeout of a proxy for idle connections. */
const HEARTBEAT_MS = 15_000;
/** Clients then connect again, possibly to another process. */
const LIFETIME_MS = 10 * 60_000;
/** Milliseconds for a client to read what was written. */
const DRAIN_MS = 30_000;
/** Milliseconds for a client to read the end of its stream when the process stops. */
const END_MS = 1_000;

/** Mounts the stream of events: a response that lasts for minutes. */
export function mountEventStream(
  app: FastifyInstance,
  surface: Surface,
  { logger, maxStreams }: { readonly logger: Logger; readonly maxStreams: number },
): void {
  const stopping = new AbortController();
  const slots = createStreamSlots(maxStreams);
  // The shutdown waits for responses.
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });

  /** Sends the messages of a stream until it has to end. */
  async function send(stream: Stream, start: StreamPosition): Promise<void> {
    const { request, ctx, ended, write } = stream;
    let position = start;
    let sentAt = Number.NEGATIVE_INFINITY;
    /** Whether the last read failed, and the log says so. */
    let isFailing = false;
    while (!ended.aborted) {
      const startedAt = performance.now();
      let restMs = REFUSED_MS;
      try {
        const read = await callStream(ctx, (caller) => readStream(surface.deps, caller, position));
        ({ position } = read);
        if (isFailing) logger.info({ msg: 'event stream recovered', request_id: request.id });
        isFailing = false;
        const { messages, positionId, isCurrent } = read;
        const text = messages.map(({ id, payload }) => `id: ${id}\ndata: ${payload}\n\n`).join('');
        if (text !== '' || startedAt - sentAt > HEARTBEAT_MS) {
          // A client that received nothing continues from here.
          await write(text || `id: ${positionId}\n:\n\n`);
          sentAt = startedAt;
        }
        const tookMs = performance.now() - startedAt;
        restMs = isCurrent ? Math.max(POLL_MS, REST_PER_READ * tookMs) : REST_PER_READ * tookMs;
      } catch (error) {
        if (ended.aborted) return;
        const response = formatErrorResponse(error);
        isFailing ||= logServerError(logger, request, response, error);
        // A client whose key was revoked connects again, and receives the error as a response.
        if (response.status < 500) return;
      }
      await sleep(restMs, undefined, { signal: ended }).catch(() => {});
    }
  }

  app.get(eventStream.path, {
    config: { operation: eventStream.operation },
    // A response without a body would last as long.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.header('x-request-id', request.id);
      const { raw } = reply;
      const ctx = requestContext(surface, request, reply);
      await consumeStreamLimit(ctx);
      const closed = new AbortController();
      const close = () => closed.abort();
      raw.once('close', close);
      const { release, start } = await callStream(ctx, async (caller) => {
        const free = slots.take(caller, close);
        try {
          const lastEventId = request.headers['last-event-id']?.toString();
          return { release: free, start: await openStream(surface.deps, caller, lastEventId) };
        } catch (error) {
          free();
          throw error;
        }
      });
      // The client left, or the request took too long and has its response.
      if (raw.destroyed || reply.sent || raw.headersSent) {
        release();
        return reply.hijack();
      }
      reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as OutgoingHttpHeaders),
        'content-type': 'text/event-stream; charset=utf-8',
        // No proxy may compress or collect messages.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // The shutdown would wait for the next request.
        connection: 'close',
      });
      const lifetime = AbortSignal.timeout(Math.round(LIFETIME_MS * (0.9 + 0.2 * Math.random())));
      const ended = AbortSignal.any([closed.signal, stopping.signal, lifetime]);
      const write = (text: string) => writeTo(raw, text, ended);
      try {
        await send({ request, ctx, ended, write }, start);
      } finally {
        release();
        raw.end();
        setTimeout(() => raw.destroy(), END_MS).unref();
      }
    },
  });
}

interface Stream {
  readonly request: FastifyRequest;
  readonly ctx: RequestContext;
  readonly ended: AbortSignal;
  readonly write: (text: string) => Promise<void>;
}

/** Writes text, and waits until the client has read enough of it. Ends a client that reads nothing. */
async function writeTo(raw: ServerResponse, text: string, ended: AbortSignal): Promise<void> {
  if (raw.write(text)) return;
  const timeout = AbortSignal.timeout(DRAIN_MS);
  await once(raw, 'drain', { signal: AbortSignal.any([ended, timeout]) }).catch(() => {
    if (timeout.aborted) raw.destroy();
  });
}
