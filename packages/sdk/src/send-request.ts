import {
  ApiError,
  ConnectionError,
  createApiError,
  type ParleyError,
  TimeoutError,
} from './errors.ts';
import type { ErrorEnvelope } from './generated/schema.ts';
import type { Hooks, RequestInfo, WriteOptions } from './options.ts';
import type { ParleyResponse } from './response.ts';
import { VERSION } from './version.ts';

/** The options of a client, complete. */
export interface Config {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeout: number;
  readonly maxRetries: number;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly hooks: Hooks;
}

export interface ApiRequest {
  readonly operation: string;
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly body?: unknown;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** After a longer Retry-After the caller decides, instead of waiting without knowing. */
const MAX_RETRY_AFTER_SECONDS = 60;
/** What a header can carry. */
const IDEMPOTENCY_KEY = /^[\t\x20-\x7e\x80-\xff]{1,255}$/;
/** A timer with a longer time runs at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws TypeError for a limit with which no request could succeed */
export function requireLimits({ timeout, maxRetries }: Pick<Config, 'timeout' | 'maxRetries'>) {
  // Also true for NaN.
  if (!(timeout >= 1 && timeout <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`timeout must be 1 to ${MAX_TIMEOUT_MS} milliseconds.`);
  }
  if (!(maxRetries >= 0)) throw new TypeError('maxRetries must be 0 or more.');
}

/**
 * Sends a request, and sends it again while its outcome is unknown or temporary. A write has an idempotency key, so
 * it has one effect however often it is sent.
 * @throws ApiError, ConnectionError, or the reason of `signal`
 */
export async function sendRequest<Data>(
  config: Config,
  request: ApiRequest,
  { timeout = config.timeout, maxRetries = config.maxRetries, ...options }: WriteOptions = {},
): Promise<ParleyResponse<Data>> {
  requireLimits({ timeout, maxRetries });
  const { signal } = options;
  const send = prepareRequest<Data>(config, request, { ...options, timeout });
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const result = await send(attempt);
    if (!(result instanceof Error)) return result;
    const retryAfter = result instanceof ApiError ? (result.retryAfterSeconds ?? 0) : 0;
    const isLast = attempt > maxRetries || retryAfter > MAX_RETRY_AFTER_SECONDS;
    if (isLast || !isTemporary(result)) throw result;
    await delay(getDelayMs(attempt, retryAfter), signal);
  }
}

/** Whether the request may be sent again. Every other response is definite. */
function isTemporary(error: ParleyError): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status, code } = error;
  return status >= 500 || status === 408 || status === 429 || code === 'idempotency_in_flight';
}

/** Random, so that clients that failed together do not return together. */
function getDelayMs(attempt: number, retryAfterSeconds: number): number {
  const half = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) / 2;
  return Math.max(retryAfterSeconds * 1000, half) + Math.random() * half;
}

/** Waits, and rejects with the reason of the signal. */
export function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Prepares what all attempts share.
 * @returns sends one attempt, and returns an error that may be temporary
 * @throws TypeError for an input that cannot be sent
 */
function prepareRequest<Data>(
  config: Config,
  { operation, method, path, body }: ApiRequest,
  { idempotencyKey, headers: added, signal, timeout }: WriteOptions & Pick<Config, 'timeout'>,
) {
  const url = config.baseUrl + path;
  const given = idempotencyKey ?? new Headers(added).get('idempotency-key');
  const key = method === 'GET' ? undefined : (given ?? `sdk-${crypto.randomUUID()}`);
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key)) {
    throw new TypeError('idempotencyKey must have 1 to 255 characters of Latin-1, on one line.');
  }
  const shared = new Headers({
    accept: 'application/json',
    'user-agent': `parley-sdk/${VERSION}`,
  });
  for (const [name, value] of Object.entries(added ?? {})) shared.set(name, value);
  if (key !== undefined) shared.set('idempotency-key', key);
  if (body !== undefined) shared.set('content-type', 'application/json');
  const text = body === undefined ? null : JSON.stringify(body);
  // Not called as a method: some runtimes accept no other `this` than their global.
  const send = config.fetch ?? fetch;

  return async (attempt: number): Promise<ParleyResponse<Data> | ParleyError> => {
    const info: RequestInfo = {
      operation,
      method,
      url,
      attempt,
      headers: new Headers(shared),
      idempotencyKey: key,
    };
    await config.hooks.onRequest?.(info);
    const headers = new Headers(info.headers);
    headers.set('authorization', `Bearer ${config.apiKey}`);
    const started = performance.now();
    const { response, result } = await exchange<Data>(
      // A redirected write would become a read.
      (given) => send(url, { method, headers, body: text, redirect: 'manual', signal: given }),
      { key, signal, timeout },
    );
    await config.hooks.onResponse?.({
      ...info,
      response,
      requestId: response?.headers.get('x-request-id') ?? null,
      durationMs: performance.now() - started,
      error: result instanceof Error ? result : undefined,
    });
    if (result instanceof Error) signal?.throwIfAborted();
    return result;
  };
}

interface Exchange<Data> {
  readonly response?: Response;
  readonly result: ParleyResponse<Data> | ParleyError;
}

interface ExchangeOptions {
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeout: number;
}

/** Sends one attempt and reads its response, within the timeout. Never throws. */
async function exchange<Data>(
  send: (signal: AbortSignal) => Promise<Response>,
  { key: idempotencyKey, signal, timeout }: ExchangeOptions,
): Promise<Exchange<Data>> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeout);
  try {
    const response = await send(controller.signal);
    const body = parseJson(await response.text());
    return { response, result: readResponse<Data>(response, body, idempotencyKey) };
  } catch (cause) {
    const result = isLate
      ? new TimeoutError(`No response within ${timeout} ms.`, { cause, idempotencyKey })
      : new ConnectionError(`No response: ${describe(cause)}`, { cause, idempotencyKey });
    return { result };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function readResponse<Data>(
  { ok, status, headers }: Response,
  body: unknown,
  idempotencyKey: string | undefined,
): ParleyResponse<Data> | ApiError {
  if (!ok || body === undefined) {
    const error = isEnvelope(body) ? body.error : undefined;
    return createApiError({ status, headers, error, idempotencyKey });
  }
  return {
    data: body as Data,
    status,
    headers,
    requestId: headers.get('x-request-id'),
    isReplayed: headers.get('idempotent-replayed') === 'true',
  };
}

function isEnvelope(body: unknown): body is ErrorEnvelope {
  const { code } = (body as Partial<ErrorEnvelope> | null | undefined)?.error ?? {};
  return typeof code === 'string';
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why fetch failed: its own message is often just "fetch failed". */
function describe(error: unknown): string {
  const { message, cause } = error as Partial<Error>;
  const reason = cause instanceof Error ? cause.message : '';
  return [message, reason].filter(Boolean).join(': ') || String(error);
}
