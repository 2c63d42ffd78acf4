import type { Caller } from '@parley/operations';
import type { RequestContext } from '../context.ts';
import { consumeRateLimit } from '../principal.ts';
import { admitCaller } from '../procedure.ts';
import type { errorResponseWriter } from './error-responses.ts';
import { STREAM_PATH, type StreamOperation } from './openapi.ts';

/** The operation whose response is a stream, which no procedure has. */
export const eventStream = {
  operation: 'streamEvents',
  method: 'GET',
  path: STREAM_PATH,
  meta: { scope: 'events:read', extension: true },
} as const;

const call = {
  type: 'query',
  path: eventStream.operation,
  input: {},
  getRawInput: async () => ({}),
};

/**
 * Does a part of the work of a stream. Every part is authorized, so the stream of a revoked key ends.
 * @throws DomainError of the credentials, service_unavailable, and what `work` throws
 */
export const callStream = <T>(ctx: RequestContext, work: (caller: Caller) => Promise<T>) =>
  admitCaller(ctx, eventStream.meta, call, ({ caller }) => work(caller));

/** Consumes one request from the rate limit of the key. */
export const consumeStreamLimit = (ctx: RequestContext) =>
  consumeRateLimit(ctx, eventStream.meta, {});

const description = `Streams the events of the key's mode as server-sent events while the connection is open: each when it was created, and again whenever it is resent. The data of a message is the body that webhook endpoints receive. To continue after an interruption, send the id of the last message as last-event-id: the stream repeats the messages of the minute before it and continues with the ones that follow. Ignore a message whose id you have processed. A comment is sent after 15 seconds without an event. A stream ends after about 10 minutes, when its key is revoked, when another merchant needs its place, and when the process stops; then connect again. Each mode may have 5 streams per API process.`;

/** Describes the stream. The generator knows JSON responses only. */
export function describeEventStream(
  getErrorResponses: ReturnType<typeof errorResponseWriter>['getErrorResponses'],
): StreamOperation {
  const { method, path, meta } = eventStream;
  return {
    operationId: eventStream.operation,
    summary: 'Stream events',
    description,
    tags: ['Events'],
    security: [{ secretKey: [] }],
    'x-required-scope': meta.scope,
    'x-extension': meta.extension,
    parameters: [
      {
        in: 'header',
        name: 'last-event-id',
        required: false,
        description: 'The id of the last received message. Without it, the stream begins now.',
        schema: { type: 'string' },
        example: 'evt_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
      },
    ],
    responses: {
      200: {
        description: 'Success.',
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        content: {
          'text/event-stream': {
            schema: { type: 'string' },
            example:
              'id: evt_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0\ndata: {"id":"evt_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0","type":"proxy_session.paid"}\n\n',
          },
        },
      },
      ...getErrorResponses({ method: method.toLowerCase(), path, secretKeyOnly: true, errors: [] }),
    },
  };
}
