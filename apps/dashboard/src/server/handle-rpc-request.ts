import { findPerson, findSession, type Person } from '@parley/auth';
import { DomainError, isId, isMode, type Mode } from '@parley/domain';
import {
  appRouter,
  checkRpcRequest,
  type ErrorResponse,
  formatErrorResponse,
  rpcErrorEnvelope,
} from '@parley/router';
import { readBody } from '@parley/router/read-body';
import { parseStrictJson } from '@parley/router/strict-json';
import { MAX_BODY_BYTES } from '@parley/runtime/server-front';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { isAllowedRpcRequest } from '#csp-and-csrf.ts';
import { getOwnOrigin } from '#own-origin.ts';
import { refuseForeignRequest } from '#refuse-foreign-request.ts';
import {
  getClientAddress,
  MERCHANT_HEADER,
  MODE_HEADER,
  REQUEST_ID_HEADER,
  UNATTENDED_HEADER,
} from '#request-headers.ts';
import { logError } from './page-failure.ts';
import { createRequestContext, runtime } from './runtime.ts';

/** Characters of a procedure, which the caller writes, in a log line. */
const MAX_LOGGED_PATH = 40;

/** Serves typed RPC to the dashboard's own pages. The session cookie identifies the person. */
export async function handleRpcRequest(request: Request): Promise<Response> {
  const requestId = request.headers.get(REQUEST_ID_HEADER) ?? '';
  if (!isAllowedRpcRequest(request.method, request.headers, getOwnOrigin())) {
    return refuseForeignRequest(request, requestId, runtime().logger);
  }
  try {
    checkRpcRequest(request);
    const body = await readBodyOfSignedIn(request);
    // After the body: a person who was removed while they sent it may not write.
    const person = await requirePerson(request.headers);
    const mode = readModeHeader(request.headers);
    const idempotencyKey = request.headers.get('idempotency-key') ?? undefined;
    let replayed = false;
    const onReplay = () => {
      replayed = true;
    };
    return await fetchRequestHandler({
      endpoint: '/api/trpc',
      router: appRouter,
      req: new Request(request.url, { method: request.method, headers: request.headers, body }),
      createContext: () => ({
        ...createRequestContext(person, mode, {
          requestId,
          address: getClientAddress(request.headers),
        }),
        idempotencyKey,
        onReplay,
      }),
      onError: ({ error, path }) =>
        logError(error, requestId, {
          procedure: path?.slice(0, MAX_LOGGED_PATH),
          merchant_id: person.merchantId,
          mode,
          user_id: person.userId,
        }),
      responseMeta: ({ errors: [error] }) => {
        const headers = responseHeaders(error && formatErrorResponse(error));
        if (replayed) headers.set('idempotent-replayed', 'true');
        return { headers };
      },
    });
  } catch (error) {
    return errorResponse(logError(error, requestId), requestId);
  }
}

/**
 * Reads the JSON body of a request. That of a caller without a session is not read.
 * @throws DomainError authentication_required, unsupported_media_type, payload_too_large, invalid_request
 */
async function readBodyOfSignedIn(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.body === null) return null;
  const { auth, database } = runtime().accounts;
  if (!(await findSession(auth, database, request.headers))) throw signedOut();
  return readJsonBody(request);
}

/**
 * The person who sent a request and the merchant of the page that sent it. Another tab may have chosen
 * another merchant since the page was rendered. Without the header, it is the one that the person chose.
 * @throws DomainError authentication_required, invalid_request
 */
async function requirePerson(headers: Headers): Promise<Person> {
  const { auth, database } = runtime().accounts;
  const merchantId = headers.get(MERCHANT_HEADER);
  if (merchantId !== null && !isId('merch', merchantId)) {
    throw new DomainError(
      'invalid_request',
      `${MERCHANT_HEADER} must be the id of a merchant. Reload the page, then try again.`,
    );
  }
  const countsAsUse = !headers.has(UNATTENDED_HEADER);
  const person = await findPerson(auth, database, headers, merchantId, { countsAsUse });
  if (!person) throw signedOut();
  return person;
}

const signedOut = () =>
  new DomainError('authentication_required', 'Sign in as a member of this team first.');

/**
 * The mode of the page that sent the request. There is no default: a call of a live page must not act
 * in test mode, nor the reverse.
 * @throws DomainError invalid_request
 */
function readModeHeader(headers: Headers): Mode {
  const mode = headers.get(MODE_HEADER);
  if (isMode(mode)) return mode;
  throw new DomainError(
    'invalid_request',
    `${MODE_HEADER} must be test or live. Reload the page, then try again.`,
  );
}

/**
 * Reads a JSON body that the strict parser accepts.
 * @throws DomainError unsupported_media_type, payload_too_large, invalid_request
 */
async function readJsonBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType(request))) {
    throw new DomainError('unsupported_media_type');
  }
  const bytes = await readBody(request, MAX_BODY_BYTES);
  if (bytes === null)
    throw new DomainError('payload_too_large', 'The request must be at most 384 KiB. Send less.');
  parseStrictJson(bytes);
  return bytes;
}

const contentType = (request: Request) => request.headers.get('content-type') ?? '';

function responseHeaders(error: ErrorResponse | undefined): Headers {
  const headers = new Headers({ 'cache-control': 'no-store' });
  const retryAfter = error?.retryAfterSeconds ?? (error?.status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  return headers;
}

/** An error outside of any procedure. */
function errorResponse(error: ErrorResponse, requestId: string): Response {
  return Response.json(rpcErrorEnvelope(error, requestId), {
    status: error.status,
    headers: responseHeaders(error),
  });
}
