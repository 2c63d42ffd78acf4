import { createLogger } from '@parley/telemetry';
import { getOwnOrigin } from './own-origin.ts';
import { REQUEST_ID_HEADER } from './request-headers.ts';

type Logger = ReturnType<typeof createLogger>;

/** Characters of what the caller writes in a log line. */
const MAX_LOGGED = 100;

let logger: Logger | undefined;

/**
 * Refuses a request that is not safe from CSRF, and logs it. The response names the own origin, so that a
 * wrong setting is found.
 * @param log where to; to a logger of this bundle by default, because the proxy opens no database
 */
export function refuseForeignRequest(
  { method, headers, url }: Pick<Request, 'method' | 'headers' | 'url'>,
  requestId: string,
  log: Logger = createProxyLogger(),
): Response {
  const origin = headers.get('origin')?.slice(0, MAX_LOGGED) ?? null;
  const path = new URL(url).pathname.slice(0, MAX_LOGGED);
  const entry = { code: 'foreign_origin', request_id: requestId, method, path, origin };
  log.info(entry, 'request rejected');
  const text = `This request did not come from a page of the dashboard, which is at ${getOwnOrigin()}.\n`;
  return new Response(text, {
    status: 403,
    headers: { 'content-type': 'text/plain; charset=utf-8', [REQUEST_ID_HEADER]: requestId },
  });
}

function createProxyLogger(): Logger {
  logger ??= createLogger({ name: 'dashboard', level: process.env.LOG_LEVEL || 'info' });
  return logger;
}
