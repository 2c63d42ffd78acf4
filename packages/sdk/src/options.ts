/** What happened to one attempt of a request. */
export interface RequestInfo {
  /** The operation id of the OpenAPI document, such as createSession. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** A hook may add headers. The Authorization header is not among them. */
  readonly headers: Headers;
  /** Undefined for a read. */
  readonly idempotencyKey: string | undefined;
}

export interface ResponseInfo extends RequestInfo {
  /** Undefined if no response arrived; `error` says why. */
  readonly response: Response | undefined;
  readonly requestId: string | null;
  readonly durationMs: number;
  /** Why the attempt failed; undefined if it succeeded. */
  readonly error: Error | undefined;
}

/** Called for each attempt, retries included. An error of a hook ends the request. */
export interface Hooks {
  readonly onRequest?: (request: RequestInfo) => void | Promise<void>;
  readonly onResponse?: (response: ResponseInfo) => void | Promise<void>;
}

export interface ParleyOptions {
  /** A secret key, sk_test_… or sk_live_…. It must stay on a server. */
  readonly apiKey: string;
  /** The URL of the API with its version, such as https://api.example/v1. */
  readonly baseUrl: string;
  /** Milliseconds that one attempt may take, including the body of the response. Defaults to 30,000. */
  readonly timeout?: number | undefined;
  /** How often a request is sent again at most. Defaults to 2. */
  readonly maxRetries?: number | undefined;
  /** Replaces the global fetch, for example to use a proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly hooks?: Hooks | undefined;
}

/** What a single request has different from its client. */
export interface RequestOptions {
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Cancels the request, and its retries. */
  readonly signal?: AbortSignal | undefined;
  /** Added to the headers of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface WriteOptions extends RequestOptions {
  /**
   * A request with the same key and body has one effect, and returns the first response again for 30 days. A random
   * key by default, which covers retries but not a repetition by your code.
   */
  readonly idempotencyKey?: string | undefined;
}
