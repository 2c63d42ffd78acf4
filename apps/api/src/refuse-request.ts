import { newId } from '@parley/operations';
import { errorEnvelope, formatErrorResponse } from '@parley/router';
import { OverloadError } from '@parley/runtime/admission';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { anyOriginHeaders } from './cross-origin.ts';
import type { Lifecycle } from './health.ts';
import { formatHelpLink } from './help-link.ts';

const LOG_INTERVAL_MS = 1_000;
const overload = formatErrorResponse(new OverloadError());

interface RefusalOptions {
  readonly lifecycle: Lifecycle;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Refusals {
  /** Sends the response to a request of which nothing but the headers was read. */
  refuse(reply: FastifyReply): void;
  /** Requests that were refused since the process started. */
  count(): number;
}

/**
 * Refuses requests during an overload for little processor time, which the admitted ones need: with a
 * response whose text is prepared, without the other hooks, and with one log line a second for all.
 */
export function createRefusals(
  app: FastifyInstance,
  logger: Logger,
  { lifecycle, headers }: RefusalOptions,
): Refusals {
  const sameHeaders = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    ...(app.docsUrl === null ? {} : { link: formatHelpLink(app.docsUrl, overload.code) }),
    ...headers,
  }).flat();
  const anyOrigin = Object.entries(anyOriginHeaders).flat();
  const [beforeId = '', afterId = ''] = responseBody('?').split('?');
  let count = 0;
  let logged = 0;
  let timer: NodeJS.Timeout | undefined;

  function log(): void {
    timer = undefined;
    if (count > logged) logger.warn({ msg: 'requests refused', refused: count - logged });
    logged = count;
  }
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    log();
  });

  return {
    count: () => count,
    refuse(reply) {
      count += 1;
      timer ??= setTimeout(log, LOG_INTERVAL_MS).unref();
      const requestId = newId('req');
      const body = beforeId + requestId + afterId;
      reply.hijack();
      if (lifecycle.phase !== 'serving') reply.raw.shouldKeepAlive = false;
      reply.raw
        .writeHead(503, [
          ...sameHeaders,
          'content-length',
          String(body.length),
          'x-request-id',
          requestId,
          ...(reply.routeOptions.config.anyOrigin ? anyOrigin : []),
        ])
        .end(body);
    },
  };
}

/** ASCII only, so that its length in characters is its length in bytes. */
function responseBody(requestId: string): string {
  return JSON.stringify(errorEnvelope(overload, requestId));
}
