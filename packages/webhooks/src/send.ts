import type { Readable } from 'node:stream';
import { Agent, errors, request } from 'undici';
import { urlFlaw } from './check-url.ts';
import {
  AddressRefused,
  askNameServers,
  checkedLookup,
  NameUnknown,
  type Resolve,
} from './checked-lookup.ts';

export interface SenderOptions {
  /** Whether this machine may be called, over http too: for development. */
  readonly allowLoopback: boolean;
  /** How names become addresses; by the system's name servers if left out. */
  readonly resolve?: Resolve;
  /** Milliseconds for one request in all; 15 s if left out. */
  readonly totalMs?: number;
  /** Milliseconds for the name and the connection; 5 s if left out. */
  readonly connectMs?: number;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why there was no answer. */
export type SendFailure =
  | 'url_refused'
  | 'address_refused'
  | 'name_unknown'
  | 'connect_timeout'
  | 'timeout'
  | 'tls_failed'
  | 'connection_failed';

/** What came of a request. */
export type SendResult = Answered | { readonly kind: 'failed'; readonly failure: SendFailure };

interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** What it began with: at most `MAX_ANSWER_BYTES`. */
  readonly body: string;
  /** Seconds the endpoint asks to wait. */
  readonly retryAfterSeconds: number | null;
}

export interface Sender {
  /** Posts once. Never throws: what went wrong is a result. */
  send(outgoing: OutgoingRequest): Promise<SendResult>;
  close(): Promise<void>;
}

export const MAX_ANSWER_BYTES = 16 * 1024;
const TOTAL_MS = 15_000;
const CONNECT_MS = 5_000;

/** Posts to addresses that strangers name: nothing private is reached, and nothing takes long. */
export function createSender(options: SenderOptions): Sender {
  const rules = { allowLoopback: options.allowLoopback };
  const totalMs = options.totalMs ?? TOTAL_MS;
  const agent = new Agent({
    allowH2: false,
    connect: {
      allowH2: false,
      timeout: options.connectMs ?? CONNECT_MS,
      lookup: checkedLookup(options.resolve ?? askNameServers(), rules),
      // Whoever listens here is found by the names above, not by what else the machine offers.
      autoSelectFamily: true,
    },
    keepAliveTimeout: 10_000,
  });

  return {
    async send({ url, headers, body }) {
      // A literal address is never looked up, so it is checked here.
      if (urlFlaw(url, rules) !== null) return { kind: 'failed', failure: 'url_refused' };
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), totalMs);
      try {
        const response = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers,
          body,
          signal: deadline.signal,
        });
        return {
          kind: 'answered',
          status: response.statusCode,
          body: await beginningOf(response.body),
          retryAfterSeconds: retryAfter(response.headers['retry-after']),
        };
      } catch (error) {
        return { kind: 'failed', failure: deadline.signal.aborted ? 'timeout' : failureOf(error) };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.destroy(),
  };
}

/** The status has decided; an answer that breaks off or never ends is kept as far as it came. */
function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const done = () => {
      // PostgreSQL keeps no NUL.
      const text = Buffer.concat(chunks).toString('utf8', 0, MAX_ANSWER_BYTES);
      resolve(text.replaceAll('\0', ''));
    };
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) body.destroy();
    });
    // What came before an error is still worth reading.
    body.on('error', done).on('end', done).on('close', done);
  });
}

/** Seconds, from either form of the header; null when it is neither. */
function retryAfter(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function failureOf(error: unknown): SendFailure {
  if (error instanceof AddressRefused) return 'address_refused';
  if (error instanceof NameUnknown) return 'name_unknown';
  if (error instanceof errors.ConnectTimeoutError) return 'connect_timeout';
  const code = (error as { code?: unknown } | null)?.code;
  const isTls = typeof code === 'string' && /CERT|TLS|SSL|EPROTO|SELF_SIGNED|VERIFY/.test(code);
  return isTls ? 'tls_failed' : 'connection_failed';
}
