import { findPerson } from '@parley/auth';
import { DomainError } from '@parley/domain';
import { appRouter, type ErrorResponse, formatErrorResponse } from '@parley/router';
import { parseStrictJson } from '@parley/router/strict-json';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { isAllowedRpcRequest } from '#csp-and-csrf.ts';
import { REQUEST_ID_HEADER } from '#request-headers.ts';
import { logError } from './page-failure.ts';
import { createRequestContext, runtime } from './runtime.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** The client batches up to this many calls. A page needs fewer. */
const MAX_BATCH_SIZE = 10;
const INVALID_REQUEST = -32_600;

/** Serves typed RPC to the dashboard's own pages. The session cookie identifies the person. */
export async function handleRpcRequest(request: Request): Promise<Response> {
  const requestId = request.headers.get(REQUEST_ID_HEADER) ?? '';
  if (!isAllowedRpcRequest(request.method, request.headers)) {
    return new Response('This request did not come from a page of the dashboard.\n', {
      status: 403,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  try {
    const body = await readBody(request);
    checkQueryInput(request.url);
    const { auth, database } = runtime();
    const person = await findPerson(auth, database, request.headers);
    return await fetchRequestHandler({
      endpoint: '/api/trpc',
      router: appRouter,
      req: new Request(request.url, { method: request.method, headers: request.headers, body }),
      maxBatchSize: MAX_BATCH_SIZE,
      createContext: () => createRequestContext(person, requestId),
      onError: ({ error }) => logError(error, requestId),
      responseMeta: ({ errors: [error] }) => ({
        headers: responseHeaders(error && formatErrorResponse(error)),
      }),
    });
  } catch (error) {
    return errorResponse(logError(error, requestId), requestId);
  }
}

/**
 * Reads a JSON body that the strict parser accepts.
 * @throws DomainError unsupported_media_type, payload_too_large, invalid_request
 */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.body === null) return null;
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType(request))) {
    throw new DomainError('unsupported_media_type');
  }
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) {
    throw new DomainError('payload_too_large');
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > MAX_BODY_BYTES) throw new DomainError('payload_too_large');
  parseStrictJson(bytes);
  return bytes;
}

const contentType = (request: Request) => request.headers.get('content-type') ?? '';

/** Applies the strict parser to the JSON in a query's address. */
function checkQueryInput(url: string): void {
  const input = new URL(url).searchParams.get('input');
  if (input !== null) parseStrictJson(new TextEncoder().encode(input));
}

function responseHeaders(error: ErrorResponse | undefined): Headers {
  const headers = new Headers({ 'cache-control': 'no-store' });
  const retryAfter = error?.retryAfterSeconds ?? (error?.status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  return headers;
}

/** An error outside of any procedure, in the shape of tRPC. */
function errorResponse(error: ErrorResponse, requestId: string): Response {
  const { status, code, message } = error;
  const data = { code, httpStatus: status, request_id: requestId };
  return Response.json(
    { error: { code: INVALID_REQUEST, message, data } },
    { status, headers: responseHeaders(error) },
  );
}
