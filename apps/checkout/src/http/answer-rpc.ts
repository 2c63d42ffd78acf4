import type { ErrorCode } from '@parley/domain';
import { errorResponse, formatErrorResponse, payerRouter } from '@parley/router/payer';
import { parseStrictJson } from '@parley/router/strict-json';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { appContext, consumeLinkLimit } from '../app-context.ts';
import { boundedBody } from './bounded-body.ts';
import { type Call, sessionFact } from './logged.ts';
import { isSameOrigin } from './same-origin.ts';

const PATH = '/rpc';
const MAX_BODY_BYTES = 16 * 1024;

/** The payer's procedures for the page's own script: by POST alone, one to a request. */
export async function answerRpc(request: Request, call: Call): Promise<Response> {
  const { requestId, note } = call;
  const { deps, env, logger } = appContext();
  if (!isSameOrigin(request.headers, new URL(env.CHECKOUT_URL).origin)) {
    return refusal(
      requestId,
      'publishable_key_not_allowed',
      'Calls from another site are refused.',
    );
  }
  const body = await boundedBody(request, MAX_BODY_BYTES);
  if (body === null)
    return refusal(requestId, 'payload_too_large', 'The request body is larger than 16 KiB.');
  try {
    // Strictly, so that the session in the log is the one that the procedure gets.
    const input = parseStrictJson(new TextEncoder().encode(body));
    note(sessionFact((input as { id?: unknown } | null)?.id));
  } catch (error) {
    return refusal(requestId, 'invalid_request', formatErrorResponse(error).message);
  }
  const { pathname } = new URL(request.url);
  return fetchRequestHandler({
    endpoint: PATH,
    // Rebuilt, so that neither a query nor a header of the caller's steers the handler.
    req: new Request(new URL(pathname, env.CHECKOUT_URL), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }),
    router: payerRouter,
    createContext: ({ info }) => {
      for (const { path } of info.calls) note({ procedure: path.slice(0, 40) });
      return { deps, requestId, consumeRateLimit: consumeLinkLimit };
    },
    allowBatching: false,
    allowMethodOverride: true,
    responseMeta: ({ errors }) => {
      const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
      if (!errors[0]) return { headers };
      const { status, retryAfterSeconds } = formatErrorResponse(errors[0]);
      const retry = retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) };
      return { status, headers: { ...headers, ...retry } };
    },
    onError: ({ error, path }) => {
      const { status, code } = formatErrorResponse(error);
      if (status < 500) return;
      // What is thrown on purpose says all by its code; only the unforeseen needs its trace.
      const err = code === 'internal_error' ? error.cause : undefined;
      logger.error({ request_id: requestId, procedure: path, code, err });
    },
  });
}

/** In the wire format of every other answer here. */
function refusal(requestId: string, refused: ErrorCode, sentence?: string): Response {
  const { status, code, message } = errorResponse(refused, sentence);
  const data = { code, httpStatus: status, request_id: requestId };
  return Response.json({ error: { message, code: -32_003, data } }, { status });
}
