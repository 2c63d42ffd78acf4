import { setTimeout as delay } from 'node:timers/promises';
import type { Call, Ledger, Outcome, Try } from './ledger.ts';
import type { Scope } from './merchants.ts';

const TIMEOUT_MS = 10_000;
const REPEAT_AFTER_MS = 150;
/** Milliseconds for which a process without a response is the last choice. */
const AVOID_MS = 3_000;

/** Refusals after which the same request may succeed. */
const retryable = new Set([
  'idempotency_in_flight',
  'rate_limited',
  'service_unavailable',
  'provider_error',
  'internal_error',
]);

export interface Target {
  readonly name: string;
  readonly url: string;
}

interface SendOptions {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly key?: string | null;
  /** Sent first to this target. */
  readonly first?: Target | undefined;
}

/** A client of some processes with the same interface, which it tries in turn. */
export interface Client {
  /** Repeats a request until it has an outcome; null if the run ends before. */
  send(scope: Scope, options: SendOptions): Promise<Outcome | null>;
  /** Repeats a call that already has an outcome once, with its key. Returns the new outcome. */
  repeat(call: Call): Promise<Outcome | null>;
}

/**
 * Creates a client that writes to the ledger.
 * @param signal ends requests without an outcome
 */
export function createClient(
  targets: readonly Target[],
  ledger: Ledger,
  signal: () => AbortSignal,
): Client {
  const avoidUntil = new Map<string, number>();
  let turn = 0;

  function choose(first: Target | undefined, tries: number): Target {
    if (first && tries === 0) return first;
    const now = performance.now();
    const good = targets.filter(({ name }) => (avoidUntil.get(name) ?? 0) < now);
    const from = good.length > 0 ? good : targets;
    const chosen = from[turn++ % from.length];
    if (!chosen) throw new Error('a client needs a target');
    return chosen;
  }

  async function tryOnce(call: Call, target: Target): Promise<Outcome | null> {
    const startedAt = performance.now();
    const finish = (status: number | null, code: string | null) => {
      const made: Try = {
        target: target.name,
        startedAt,
        ms: performance.now() - startedAt,
        status,
        code,
      };
      call.tries.push(made);
      if (status === null) avoidUntil.set(target.name, performance.now() + AVOID_MS);
    };
    try {
      const response = await fetch(`${target.url}${call.path}`, {
        method: call.method,
        headers: {
          authorization: `Bearer ${call.scope.secretKey}`,
          ...(call.key === null ? {} : { 'idempotency-key': call.key }),
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // biome-ignore lint/suspicious/noExplicitAny: each operation has a body of its own
      const body: any = await response.json();
      const code = body?.error?.code ?? body?.error?.data?.code ?? null;
      finish(response.status, code === null ? null : String(code));
      if (response.status >= 500 || retryable.has(code)) return null;
      const requestId = response.headers.get('x-request-id') ?? '';
      return { status: response.status, body, requestId };
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } };
      finish(null, cause?.code ?? name);
      return null;
    }
  }

  async function run(call: Call, first: Target | undefined): Promise<Outcome | null> {
    for (let tries = 0; !signal().aborted; tries++) {
      const outcome = await tryOnce(call, choose(first, tries));
      if (outcome) return outcome;
      await delay(REPEAT_AFTER_MS);
    }
    return null;
  }

  return {
    async send(scope, { operation, method, path, body, key = null, first }) {
      const call: Call = { scope, operation, method, path, body, key, tries: [], outcome: null };
      ledger.calls.push(call);
      call.outcome = await run(call, first);
      return call.outcome;
    },
    repeat: (call) => run({ ...call, tries: [] }, undefined),
  };
}
