import { Agent } from 'undici';
import { checkedLookup, createDnsResolver, type Resolve } from './checked-lookup.ts';
import { Exchange, type SendResult } from './exchange.ts';
import { validateWebhookUrl } from './webhook-url.ts';

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
  /** What is signed is what is sent: bytes. */
  readonly body: Buffer;
}

export interface Sender {
  /** Posts once. Never throws: what went wrong is a result. */
  send(outgoing: OutgoingRequest): Promise<SendResult>;
  close(): Promise<void>;
}

const TOTAL_MS = 15_000;
const CONNECT_MS = 5_000;
/** URLs whose check is remembered at most. */
const TARGETS_KEPT = 1_000;

/** Where a URL leads; null where nothing may be sent. */
type Target = { readonly origin: string; readonly path: string } | null;

/** Posts to addresses that strangers name: nothing private is reached, and nothing takes long. */
export function createSender(options: SenderOptions): Sender {
  const rules = { allowLoopback: options.allowLoopback };
  const totalMs = options.totalMs ?? TOTAL_MS;
  const agent = new Agent({
    allowH2: false,
    connect: {
      allowH2: false,
      timeout: options.connectMs ?? CONNECT_MS,
      lookup: checkedLookup(options.resolve ?? createDnsResolver(), rules),
      // Whoever listens here is found by the names above, not by what else the machine offers.
      autoSelectFamily: true,
    },
    keepAliveTimeout: 10_000,
    // An exchange has a deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const targets = new Map<string, Target>();

  function targetOf(text: string): Target {
    const known = targets.get(text);
    if (known !== undefined) return known;
    if (targets.size >= TARGETS_KEPT) targets.clear();
    // A literal address is never looked up, so it is checked here.
    const url = validateWebhookUrl(text, rules) === null ? new URL(text) : null;
    const target = url && { origin: url.origin, path: url.pathname + url.search };
    targets.set(text, target);
    return target;
  }

  return {
    send({ url, headers, body }) {
      const target = targetOf(url);
      if (!target) return Promise.resolve({ kind: 'failed', failure: 'url_refused' });
      return new Promise((settle) => {
        agent.dispatch(
          { ...target, method: 'POST', headers: Object.entries(headers).flat(), body },
          new Exchange(totalMs, settle),
        );
      });
    },
    close: () => agent.destroy(),
  };
}
