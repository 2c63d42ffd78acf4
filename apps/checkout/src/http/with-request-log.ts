import type { RequestId } from '@parley/domain';
import { appContext } from '../app-context.ts';

export interface RequestInfo {
  readonly requestId: RequestId;
  /** Path parameters. */
  readonly params: Params;
  /** Adds fields to the log line of the request. */
  readonly addLogFields: (fields: Readonly<Record<string, string>>) => void;
}

type Params = Readonly<Record<string, string | string[] | undefined>>;

interface NextContext {
  /** Absent if the route has no parameters. */
  readonly params?: Promise<Params>;
}

/**
 * Wraps a route handler: assigns a request id, returns it as a header and logs one line per request.
 * The URL is not logged, because it contains the publishable key.
 */
export function withRequestLog(
  route: string,
  handler: (request: Request, info: RequestInfo) => Promise<Response>,
) {
  return async (request: Request, context: NextContext): Promise<Response> => {
    const startedAt = performance.now();
    const { deps, logger } = appContext();
    const params = (await context.params) ?? {};
    const requestId = deps.newId('req');
    const fields: Record<string, string> = {};
    const addLogFields: RequestInfo['addLogFields'] = (more) => {
      Object.assign(fields, more);
    };
    const response = await handler(request, { requestId, params, addLogFields });
    response.headers.set('x-request-id', requestId);
    logger.info(
      {
        request_id: requestId,
        method: request.method,
        route,
        ...fields,
        status: response.status,
        duration_ms: Math.round(performance.now() - startedAt),
      },
      'request',
    );
    return response;
  };
}

/** The log field for a session id. Empty for any other text, because callers choose it. */
export function sessionLogField(id: unknown): { session_id: string } | Record<string, never> {
  const isId = typeof id === 'string' && /^psess_[0-9a-z]{1,64}$/.test(id);
  return isId ? { session_id: id } : {};
}
