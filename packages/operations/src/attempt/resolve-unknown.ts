import type { AttemptRecord } from '@parley/db';
import { rootObjectFormats } from '@parley/domain';
import type { Provider } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOfAttempt } from '../request/provider-of.ts';
import { changeSession } from '../session/session-change.ts';
import { withoutIdempotency } from './close-root.ts';
import { findAttempt } from './preconditions.ts';
import { syncAttempt } from './sync-attempt.ts';

/** Milliseconds by which clocks may differ, and a provider's search may lag behind. */
const SLACK_MS = 10 * 60_000;

export type Resolution = 'found' | 'never_created' | 'still_unknown';

/**
 * Ends `unknown` by asking the provider: by the object's id where somebody names it, else by the
 * metadata it must have been created with. That nothing was created is believed only once the keys
 * it would have been created with have run out.
 * @throws DomainError provider_error, service_unavailable when the provider does not answer
 */
export async function resolveUnknown(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  objectId?: string,
): Promise<Resolution> {
  const system = withoutIdempotency(caller);
  const provider = await providerOfAttempt(deps, caller, attempt);
  // Nobody to ask: then nobody knows.
  if (!provider) return 'still_unknown';
  const id = await findRoot(provider, attempt, objectId);
  if (id) {
    const where = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
    const result = await syncAttempt(deps, system, where, { objectId: id });
    return result === 'applied' ? 'found' : 'still_unknown';
  }
  return changeSession(deps, system, attempt.proxySessionId, async (change) => {
    const locked = await findAttempt(change, attempt.id);
    const deadline = locked.providerRetryNotAfter?.getTime() ?? 0;
    const over = deadline + SLACK_MS <= change.now.getTime();
    if (locked.version !== attempt.version || locked.status !== 'unknown' || !over) {
      return 'still_unknown';
    }
    change.attemptCommand('cancel', {}, { of: locked, reason: 'never_created' });
    return 'never_created';
  });
}

/** The object of this attempt at the provider; an object of another attempt is none of it. */
async function findRoot(
  provider: Provider,
  attempt: AttemptRecord,
  objectId: string | undefined,
): Promise<string | null> {
  const { type } = rootObjectFormats[attempt.integrationPath];
  const named = objectId ? await provider.readRoot({ type, id: objectId }) : null;
  if (named && named.metadata.attemptId === attempt.id) return named.id;
  const found = await provider.findByAttempt(type, attempt.id, {
    from: new Date(attempt.createdAt.getTime() - SLACK_MS),
    until: new Date(Date.now() + SLACK_MS),
  });
  return found?.id ?? null;
}
