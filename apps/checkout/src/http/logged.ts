import type { RequestId } from '@parley/domain';
import { appContext } from '../app-context.ts';

export interface Call {
  readonly requestId: RequestId;
  /** The path's own parts. */
  readonly params: Params;
  /** Adds to the request's line in the log. */
  readonly note: (facts: Readonly<Record<string, string>>) => void;
}

type Params = Readonly<Record<string, string | string[] | undefined>>;

interface NextContext {
  /** Left out where a path has no parts. */
  readonly params?: Promise<Params>;
}

/**
 * A route handler that answers with its request id and leaves one line in the log. No address is
 * logged: it carries the publishable key.
 */
export function logged(route: string, work: (request: Request, call: Call) => Promise<Response>) {
  return async (request: Request, context: NextContext): Promise<Response> => {
    const startedAt = performance.now();
    const { deps, logger } = appContext();
    const params = (await context.params) ?? {};
    const requestId = deps.newId('req');
    const noted: Record<string, string> = {};
    const note: Call['note'] = (facts) => {
      Object.assign(noted, facts);
    };
    const response = await work(request, { requestId, params, note });
    response.headers.set('x-request-id', requestId);
    logger.info(
      {
        request_id: requestId,
        method: request.method,
        route,
        ...noted,
        status: response.status,
        duration_ms: Math.round(performance.now() - startedAt),
      },
      'request',
    );
    return response;
  };
}

/** The fact to note, if it looks like an id: a caller may send anything in its place. */
export function sessionFact(id: unknown): { session_id: string } | Record<string, never> {
  const isId = typeof id === 'string' && /^psess_[0-9a-z]{1,64}$/.test(id);
  return isId ? { session_id: id } : {};
}
