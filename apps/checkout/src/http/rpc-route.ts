import {
  checkRpcRequest,
  type ErrorResponse,
  errorResponse,
  formatErrorResponse,
  payerRouter,
  rpcErrorEnvelope,
} from '@parley/router/payer';
import { readBody } from '@parley/router/read-body';
import { parseStrictJson } from '@parley/router/strict-json';
import { dataResponseHeaders } from '@parley/runtime/security-headers';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appContext, payerContext } from '../app-context.ts';
import { logFailure } from './payer-request.ts';
import { isSameOrigin } from './request-checks.ts';
import { type RequestInfo, sessionLogField } from './with-request-log.ts';

const PATH = '/rpc';
const MAX_BODY_BYTES = 16 * 1024;
/** Read with each response: the variable may come from a file, which is read after this module. */
const getHeaders = () => dataResponseHeaders(process.env.CHECKOUT_URL ?? '');

/** POST of one payer procedure by the page's own script. */
export async function handleRpc(request: Request, info: RequestInfo): Promise<Response> {
  const { requestId, addLogFields } = info;
  const { env } = appContext();
  if (!isSameOrigin(request.headers, env.CHECKOUT_URL)) {
    const message = 'Requests from other origins are not accepted.';
    return reject(requestId, errorResponse('publishable_key_not_allowed', message));
  }
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null) {
    const message = 'The request body is larger than 16 KiB.';
    return reject(requestId, errorResponse('payload_too_large', message));
  }
  const { pathname } = new URL(request.url);
  // A new request, so that no query parameter or header of the caller reaches the handler.
  const req = new Request(new URL(pathname, env.CHECKOUT_URL), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  try {
    checkRpcRequest(req);
    // Parsed as strictly as for the procedure, so that the log names the session that it gets.
    const input = parseStrictJson(body);
    addLogFields(sessionLogField((input as { id?: unknown } | null)?.id));
  } catch (error) {
    return reject(requestId, formatErrorResponse(error));
  }
  return fetchRequestHandler({
    endpoint: PATH,
    req,
    router: payerRouter,
    createContext: ({ info: { calls } }) => {
      for (const { path } of calls) addLogFields({ procedure: path.slice(0, 40) });
      return { ...payerContext(request, requestId), payerPage: true };
    },
    allowBatching: false,
    allowMethodOverride: true,
    responseMeta: ({ errors }) => {
      if (!errors[0]) return { headers: getHeaders() };
      const { status, retryAfterSeconds } = formatErrorResponse(errors[0]);
      const retry = retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) };
      return { status, headers: { ...getHeaders(), ...retry } };
    },
    onError: ({ error, path }) => logFailure(requestId, error.cause ?? error, { procedure: path }),
  });
}

/** The response to a request that is rejected before any procedure. */
function reject(requestId: string, error: ErrorResponse): Response {
  const { status } = error;
  return Response.json(rpcErrorEnvelope(error, requestId), { status, headers: getHeaders() });
}
