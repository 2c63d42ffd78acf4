import type { RequestId } from '@parley/domain';
import { appContext } from '../app-context.ts';

export interface Call {
  readonly requestId: RequestId;
  /** The path's own parts. */
  readonly params: Readonly<Record<string, string | string[] | undefined>>;
}

interface NextContext {
  readonly params: Promise<Call['params']>;
}

/**
 * A route handler that answers with its request id and leaves one line in the log. No address is
 * logged: it carries the publishable key.
 */
export function logged(route: string, work: (request: Request, call: Call) => Promise<Response>) {
  return async (request: Request, context: NextContext): Promise<Response> => {
    const startedAt = performance.now();
    const { deps, logger } = appContext();
    const params = await context.params;
    const requestId = deps.newId('req');
    const response = await work(request, { requestId, params });
    response.headers.set('x-request-id', requestId);
    logger.info(
      {
        request_id: requestId,
        session_id: sessionIdIn(params.session_id),
        method: request.method,
        route,
        status: response.status,
        duration_ms: Math.round(performance.now() - startedAt),
      },
      'request',
    );
    return response;
  };
}

/** Only what looks like an id: a path may hold anything. */
function sessionIdIn(text: Call['params'][string]): string | undefined {
  return typeof text === 'string' && /^psess_[0-9a-z]{1,64}$/.test(text) ? text : undefined;
}
