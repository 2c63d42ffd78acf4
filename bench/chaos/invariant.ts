import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Client } from './client.ts';
import type { InjectedFault } from './injected-fault.ts';
import type { Ledger } from './ledger.ts';
import type { Receipt } from './receiver.ts';
import type { Subscription } from './subscriptions.ts';

/** What invariants compare. */
export interface Evidence {
  /** The database of the product. */
  readonly pool: pg.Pool;
  /** The database of the simulator: what the provider has really charged. */
  readonly simulatorPool: pg.Pool;
  /** What clients sent and received. */
  readonly ledger: Ledger;
  /** The webhooks that the receiver accepted. */
  readonly receipts: readonly Receipt[];
  readonly subscriptions: readonly Subscription[];
  /** The faults so far. */
  readonly faults: readonly InjectedFault[];
  /** Repeats requests with their keys. */
  readonly api: Pick<Client, 'repeat'>;
}

/** A condition that holds whatever fails. */
export interface Invariant {
  readonly name: string;
  readonly description: string;
  /** `always` holds between two statements at any time; `end` once the product has nothing more to do. */
  readonly when: 'always' | 'end';
  /** Milliseconds that the product may need until it holds again after a fault; 0 by default. */
  readonly withinMs?: number;
  /** Returns a line for each violation. */
  check(evidence: Evidence): Promise<readonly string[]>;
}

/** A violated invariant. */
export interface Violation {
  readonly invariant: string;
  /** The fault before it; null at the end of the run. */
  readonly after: string | null;
  readonly count: number;
  /** The first violations. */
  readonly examples: readonly string[];
}

const EXAMPLES = 5;
const RECHECK_MS = 1_000;
/** How long PostgreSQL may be away while the invariants are checked. */
const AWAY_MS = 60_000;

/** An invariant that a statement checks: it returns a row for each violation. */
export const sqlInvariant = (
  invariant: Omit<Invariant, 'check'> & { readonly sql: string },
): Invariant => ({
  ...invariant,
  check: async ({ pool }) => {
    const { rows } = await pool.query(invariant.sql);
    return rows.map((row) => JSON.stringify(row));
  },
});

/** Checks invariants. @param after names the fault before the check */
export async function checkInvariants(
  invariants: readonly Invariant[],
  evidence: Evidence,
  after: string | null,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, withinMs = 0, check } of invariants) {
    const until = performance.now() + withinMs;
    const checkOnce = () => retryWhileAway(() => check(evidence));
    let found = await checkOnce();
    while (found.length > 0 && performance.now() < until) {
      await delay(RECHECK_MS);
      found = await checkOnce();
    }
    if (found.length === 0) continue;
    const examples = found.slice(0, EXAMPLES);
    violations.push({ invariant: name, after, count: found.length, examples });
  }
  return violations;
}

/** Repeats work while PostgreSQL restarts: it notices some faults late. */
export async function retryWhileAway<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + AWAY_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error as Error & { code?: string }) || performance.now() > until) throw error;
      await delay(RECHECK_MS);
    }
  }
}

/** Whether an error is that of a lost connection, of a shutdown or of a full disk. */
const isAway = ({ code = '', message }: Error & { code?: string }): boolean =>
  /^(08|53|57P|58|XX000|ECONN|EPIPE)/.test(code) || /connection|terminated/i.test(message);
