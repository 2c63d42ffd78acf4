import { getNetwork } from '@parley/domain';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '@parley/router';
import { containsCardNumber, redactSecrets } from '@parley/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { redactBody, redactResponse } from './redact-body.ts';
import { onRequestEnd } from './request-end.ts';
import { getFacts } from './request-facts.ts';
import type { RequestLogBuffer } from './request-log-buffer.ts';

/** Larger responses of RPC are not shown: they would have to be parsed. */
const MAX_RPC_CHARS = 64 * 1_024;
/** The operation that returns the request log. */
const LIST_OPERATION = 'listRequests';
/** Ids of Parley; other values in a path may be personal data. */
const parleyId = /^(psess|pspacq|psub|whend|pspcfg|evt|key|audit|req)_[0-9a-z]{1,64}$/;
/** The path of a procedure in the router. */
const procedureName = /^[A-Za-z]{1,40}\.[A-Za-z]{1,60}$/;
const sessionId = /^psess_[0-9a-z]{1,64}$/;

/**
 * Adds every request of a valid API key to the request log after it ended. Requests that are refused
 * before their key is read are not part of it, nor are reads of the log that succeed.
 * @param isOverloaded whether the processor time is needed for requests: then only some of each merchant are stored
 */
export function recordRequests(
  app: FastifyInstance,
  buffer: RequestLogBuffer,
  isOverloaded: () => boolean,
): void {
  app.addHook('onClose', () => buffer.close());
  onRequestEnd(app, (request, { status, durationMs }) => {
    const { merchantId, mode, keyId, keyKind, errorCode, replayed, requestBody, responseBody } =
      getFacts(request);
    if (merchantId === null || mode === null || keyId === null || keyKind === null) return;
    const { operation } = request.routeOptions.config;
    // A client that follows the log would fill it.
    if (operation === LIST_OPERATION && status < 400) return;
    if (buffer.isFull(merchantId, isOverloaded())) return buffer.drop();
    const isRpc = operation === 'trpc';
    // What a read returned can be read again, and would be most of the log.
    const showsResponse = request.method !== 'GET' || status >= 400;
    const response = isRpc && showsResponse ? parseResponse(responseBody) : responseBody;
    buffer.add({
      merchantId,
      mode,
      id: request.id as `req_${string}`,
      method: request.method,
      route: request.routeOptions.url ?? '',
      path: getPath(request),
      status,
      durationMs: Math.round(durationMs),
      errorCode,
      apiKeyId: keyId,
      apiKeyKind: keyKind,
      network: keyKind === 'secret' ? getNetwork(request.ip) : null,
      idempotencyKey: getIdempotencyKey(request),
      replayed,
      proxySessionId: getSession(request, requestBody, response),
      query: getQuery(request, isRpc),
      requestBody: redactBody(requestBody),
      responseBody: showsResponse ? redactResponse(response) : null,
      startedAt: performance.now() - durationMs,
    });
  });
}

/** The route with the ids of the path, and the name of the procedure in RPC. */
function getPath({ routeOptions, params }: FastifyRequest): string {
  const values = params as Readonly<Record<string, string>>;
  const { url = '' } = routeOptions;
  return url.replaceAll(/:(\w+)|\*$/g, (wildcard, name: string | undefined) => {
    const value = values[name ?? wildcard] ?? '';
    const isShown = name === undefined ? procedureName.test(value) : isParleyId(value);
    return isShown ? value : '[redacted]';
  });
}

const isParleyId = (value: string) => parleyId.test(value) && !containsCardNumber(value);

/** The idempotency key, which is the client's own text; null without one. */
function getIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH
    ? redactSecrets(key) || null
    : null;
}

/** The redacted query; null without one. The input of RPC is JSON. */
function getQuery({ query }: FastifyRequest, isRpc: boolean): string | null {
  const fields = query as Readonly<Record<string, unknown>>;
  if (Object.keys(fields).length === 0) return null;
  return redactBody(isRpc ? { ...fields, input: parseJson(fields.input) } : fields);
}

function parseResponse(text: unknown): unknown {
  return typeof text === 'string' && text.length <= MAX_RPC_CHARS ? parseJson(text) : undefined;
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The session that the request is about: of its path, or of its input or response. */
function getSession(
  { params, query }: FastifyRequest,
  body: unknown,
  response: unknown,
): string | null {
  const inPath = sessionIdsIn(params).find(isSessionId);
  if (inPath !== undefined) return inPath;
  const inRpc = (response as { result?: { data?: unknown } } | null | undefined)?.result?.data;
  const input = parseJson((query as Readonly<Record<string, unknown>>).input);
  return [body, input, response, inRpc].flatMap(sessionIdsIn).find(isSessionId) ?? null;
}

function sessionIdsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, proxy_session_id } = value as Readonly<Record<string, unknown>>;
  return [proxy_session_id, id];
}

const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && sessionId.test(value) && !containsCardNumber(value);
