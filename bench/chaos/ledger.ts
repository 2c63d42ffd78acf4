import type { Scope } from './merchants.ts';

/** One try of a request, on the clock of `performance.now()`, in milliseconds. */
export interface Try {
  /** The process to which it was sent. */
  readonly target: string;
  readonly startedAt: number;
  readonly ms: number;
  /** Null if there was no response. */
  readonly status: number | null;
  /** The error code, or why there was no response. */
  readonly code: string | null;
}

/** The response that ended a request: a success, or a refusal that repeating it would not change. */
export interface Outcome {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each invariant reads the fields of its operation
  readonly body: any;
  readonly requestId: string;
}

/** A request of a client, repeated with its idempotency key until it had an outcome. */
export interface Call {
  readonly scope: Scope;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each invariant reads the fields of its operation
  readonly body: any;
  /** Null for reads and for calls of payers. */
  readonly key: string | null;
  readonly tries: Try[];
  /** Null if the run ended before. */
  outcome: Outcome | null;
}

/** Everything that clients sent and received in a run. */
export class Ledger {
  readonly calls: Call[] = [];
  /** What clients saw that no interleaving of correct operations explains. */
  readonly contradictions: string[] = [];

  /** The calls of an operation that succeeded. */
  succeeded(operation: string): (Call & { outcome: Outcome })[] {
    return this.calls.filter(
      (call): call is Call & { outcome: Outcome } =>
        call.operation === operation && call.outcome !== null && call.outcome.status < 300,
    );
  }
}
