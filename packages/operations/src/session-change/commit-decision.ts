import type { CommitResult, SessionCommit, SessionWrite } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import { type Outcome, outcomeOf } from '../request/outcome.ts';

/** What an operation decided: its response, and the rows that it writes, if any. */
export interface Decision<T> {
  readonly output: T;
  readonly session: SessionWrite | null;
}

/** The database, or a transaction. */
export interface Committer {
  readonly commit: (commit: SessionCommit) => Promise<CommitResult>;
}

/**
 * Runs `decide` and commits its decision together with its outcome, which is stored for repeated
 * requests. A refusal that is stored is committed alone.
 * @param at when the data was read that `decide` decides from, by the database clock
 * @returns 'conflict' when nothing was written, because other requests were faster
 * @throws DomainError a refusal that is not stored, provider_object_conflict, idempotency_in_flight,
 *   service_unavailable
 */
export async function commitDecision<T>(
  { commit }: Committer,
  caller: Caller,
  at: Date,
  decide: () => Promise<Decision<T>>,
): Promise<Outcome<T> | 'conflict'> {
  const { merchantId, mode, idempotency } = caller;
  let session: SessionWrite | null = null;
  const decideOutput = async () => {
    const decision = await decide();
    session = decision.session;
    return decision.output;
  };
  if (!idempotency) {
    const output = await decideOutput();
    if (!session) return { output };
    const result = await commit({ scope: { merchantId, mode }, at, idempotency: null, session });
    return result === 'applied' ? { output } : 'conflict';
  }
  const outcome = await outcomeOf(decideOutput);
  const { method, path, key, fingerprint } = idempotency;
  const result = await commit({
    scope: { merchantId, mode },
    at,
    idempotency: { method, path, key, fingerprint, outcome },
    session,
  });
  return result === 'applied' ? outcome : 'conflict';
}
