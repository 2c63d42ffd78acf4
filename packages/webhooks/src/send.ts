import { Agent } from 'undici';
import { checkedLookup, createDnsResolver, type Resolve } from './checked-lookup.ts';
import { Exchange, type SendResult } from './exchange.ts';
import { parseWebhookUrl } from './webhook-url.ts';

export interface SenderOptions {
  /** Allows loopback addresses, also over http, for development. */
  readonly allowLoopback: boolean;
  /** Resolves host names; defaults to the configured name servers. */
  readonly resolve?: Resolve;
  /** Timeout of a request in milliseconds; defaults to 15 s. */
  readonly totalMs?: number;
  /** Timeout of name resolution and connection in milliseconds; defaults to 5 s. */
  readonly connectMs?: number;
  /** Milliseconds for which an idle connection stays open; defaults to 10 s. */
  readonly idleMs?: number;
}

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes that are signed and sent. */
  readonly body: Buffer;
}

export interface Sender {
  /** Sends one POST request. Never rejects: failures are results. */
  send(outgoing: OutgoingRequest): Promise<SendResult>;
  close(): Promise<void>;
}

const TOTAL_MS = 15_000;
const CONNECT_MS = 5_000;
const IDLE_MS = 10_000;
/** Maximum number of cached URL checks. */
const MAX_CACHED_TARGETS = 1_000;

/** The parsed URL; null if it must not be requested. */
type Target = { readonly origin: string; readonly path: string } | null;

/** Creates a sender for untrusted URLs. It reaches only public addresses and enforces timeouts. */
export function createSender(options: SenderOptions): Sender {
  const rules = { allowLoopback: options.allowLoopback };
  const { totalMs = TOTAL_MS, idleMs = IDLE_MS } = options;
  const agent = new Agent({
    allowH2: false,
    connect: {
      allowH2: false,
      timeout: options.connectMs ?? CONNECT_MS,
      lookup: checkedLookup(options.resolve ?? createDnsResolver(), rules),
      // Connects to the checked IPv4 or IPv6 address that responds first.
      autoSelectFamily: true,
    },
    keepAliveTimeout: idleMs,
    // A receiver may shorten the time by its Keep-Alive header. undici lets it prolong it to ten minutes by default.
    keepAliveMaxTimeout: idleMs,
    // An Exchange has its own timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const targets = new Map<string, Target>();

  function getTarget(text: string): Target {
    const known = targets.get(text);
    if (known !== undefined) return known;
    if (targets.size >= MAX_CACHED_TARGETS) targets.clear();
    // A literal address bypasses the lookup, so it is checked here.
    const { url } = parseWebhookUrl(text, rules);
    const target = url && { origin: url.origin, path: url.pathname + url.search };
    targets.set(text, target);
    return target;
  }

  return {
    send({ url, headers, body }) {
      const target = getTarget(url);
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
