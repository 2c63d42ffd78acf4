import type { SessionWrite } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { type Outcome, readOutcome } from '../request/outcome.ts';

/** What an operation decided: its response, and the rows that it writes, if any. */
export interface Decision<T> {
  readonly output: T;
  readonly session: SessionWrite | null;
}

/**
 * Runs `decide` and commits its decision together with its outcome, which is stored for repeated
 * requests. A refusal that is stored is committed alone, also one by a unique index.
 * @param at when the data was read that `decide` decides from, by the database clock
 * @returns 'conflict' when nothing was written, because the session or the idempotency key has changed since
 * @throws DomainError a refusal that is not stored, idempotency_in_flight, service_unavailable;
 *   without an idempotency key provider_object_conflict
 */
export async function commitDecision<T>(
  { database }: Deps,
  caller: Caller,
  at: Date,
  decide: () => Promise<Decision<T>>,
): Promise<Outcome<T> | 'conflict'> {
  const { merchantId, mode, idempotency } = caller;
  const scope = { merchantId, mode };
  let session: SessionWrite | null = null;
  const decideOutput = async () => {
    const decision = await decide();
    session = decision.session;
    return decision.output;
  };
  if (!idempotency) {
    const output = await decideOutput();
    if (!session) return { output };
    const result = await database.commit({ scope, at, idempotency: null, session });
    return result === 'applied' ? { output } : 'conflict';
  }
  const { method, path, key, fingerprint } = idempotency;
  const commit = async (outcome: Outcome<T>, written: SessionWrite | null) => {
    const record = { method, path, key, fingerprint, outcome };
    const result = await database.commit({ scope, at, idempotency: record, session: written });
    return result === 'applied' ? outcome : 'conflict';
  };
  const outcome = await readOutcome(decideOutput);
  try {
    return await commit(outcome, session);
  } catch (error) {
    return commit(await readOutcome(() => Promise.reject(error)), null);
  }
}
