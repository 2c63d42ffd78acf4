import type { IdempotencyRecord } from '@parley/db';
import { DomainError, type ErrorCode, errorTable } from '@parley/domain';
import type { Caller, Idempotency } from './caller.ts';
import type { Deps } from './deps.ts';

/** The outcome of an operation as it is stored for repeated requests. */
export type Outcome<T> = { output: T } | { error: { code: ErrorCode; message: string } };

/**
 * Runs `work` and returns its outcome.
 * @throws whatever `work` throws, except refusals that are stored
 */
export async function readOutcome<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { output: await work() };
  } catch (error) {
    if (!(error instanceof DomainError) || !isStored(error.code)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

/** A response after which clients retry, as after every 5xx, must not be replayed to the retry. */
function isStored(code: ErrorCode): boolean {
  const { status, retryable } = errorTable[code];
  return status > 400 && !retryable;
}

/** @throws DomainError when the outcome is a refusal */
export function getOutput<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw new DomainError(outcome.error.code, outcome.error.message);
  return outcome.output;
}

/**
 * The stored outcome of an earlier request with the same idempotency key.
 * @throws DomainError idempotency_key_reused, idempotency_in_flight
 */
export function replay<T>(
  { fingerprint, onReplay }: Idempotency,
  stored: IdempotencyRecord,
): Outcome<T> {
  if (stored.fingerprint !== fingerprint) throw new DomainError('idempotency_key_reused');
  const outcome = stored.outcome as Outcome<T> | null;
  if (!outcome) {
    throw new DomainError('idempotency_in_flight', undefined, { retryAfterSeconds: 1 });
  }
  onReplay();
  return outcome;
}

/**
 * Reads and replays the stored outcome of the request; null when there is none.
 * @throws DomainError idempotency_key_reused
 */
export async function findReplay<T>(deps: Deps, caller: Caller): Promise<Outcome<T> | null> {
  if (!caller.idempotency) return null;
  const stored = await deps.database.forScope(caller).idempotency.find(caller.idempotency);
  return stored && replay(caller.idempotency, stored);
}
