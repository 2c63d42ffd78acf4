import { type Dispatcher, errors } from 'undici';
import { AddressNotAllowedError, HostNotFoundError } from './checked-lookup.ts';

/** Why there was no response. */
export type SendFailure =
  | 'url_refused'
  | 'address_refused'
  | 'name_unknown'
  | 'connect_timeout'
  | 'timeout'
  | 'tls_failed'
  | 'connection_failed'
  /** The request was not sent, because it could not be signed. */
  | 'secret_unreadable';

/** The result of a request. */
export type SendResult =
  | ResponseReceived
  | { readonly kind: 'failed'; readonly failure: SendFailure };

interface ResponseReceived {
  readonly kind: 'response';
  readonly status: number;
  /** The first `MAX_RESPONSE_BYTES` of the body. */
  readonly body: string;
  /** Retry-After in seconds; null if absent. */
  readonly retryAfterSeconds: number | null;
}

export const MAX_RESPONSE_BYTES = 16 * 1024;

/** Aborts a request whose result has been decided. */
const settledError = new Error('the request has been settled');

/**
 * One request and its response. Implements undici's dispatch handler, because the streams and signals
 * of undici's `request` cost more than the request itself.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: (result: SendResult) => void;
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #retryAfterSeconds: number | null = null;
  #chunks: Buffer[] = [];
  #size = 0;

  /**
   * @param totalMs milliseconds until the timeout
   * @param settle called once with the result
   */
  constructor(totalMs: number, settle: (result: SendResult) => void) {
    this.#settle = settle;
    this.#deadline = setTimeout(() => this.#end('timeout'), totalMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The timeout passed before there was a connection: do not send the request.
    if (this.#settled) controller.abort(settledError);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Informational responses, such as 103 Early Hints, precede the response.
    if (status < 200) return;
    this.#status = status;
    this.#retryAfterSeconds = retryAfter(headers['retry-after']);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= MAX_RESPONSE_BYTES) this.#end('connection_failed');
  }

  onResponseEnd(): void {
    this.#finish('connection_failed');
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#finish(getFailure(error));
  }

  #end(failure: SendFailure): void {
    this.#finish(failure);
    this.#controller?.abort(settledError);
  }

  /** A received status decides the result, even if the body is incomplete. */
  #finish(failure: SendFailure): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#deadline);
    if (this.#status === 0) this.#settle({ kind: 'failed', failure });
    else {
      this.#settle({
        kind: 'response',
        status: this.#status,
        body: this.#size === 0 ? '' : this.#text(),
        retryAfterSeconds: this.#retryAfterSeconds,
      });
    }
  }

  #text(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8', 0, MAX_RESPONSE_BYTES);
    // PostgreSQL text cannot contain NUL.
    return text.replaceAll('\0', '');
  }
}

/** Parses both forms of Retry-After into seconds; null if invalid. */
function retryAfter(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function getFailure(error: unknown): SendFailure {
  if (error instanceof AddressNotAllowedError) return 'address_refused';
  if (error instanceof HostNotFoundError) return 'name_unknown';
  if (error instanceof errors.ConnectTimeoutError) return 'connect_timeout';
  const code = (error as { code?: unknown } | null)?.code;
  const isTls = typeof code === 'string' && /CERT|TLS|SSL|EPROTO|SELF_SIGNED|VERIFY/.test(code);
  return isTls ? 'tls_failed' : 'connection_failed';
}
