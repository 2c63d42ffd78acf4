import type { AttemptRecord } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOfAttempt } from '../request/provider-of.ts';
import { changeSession } from '../session/session-change.ts';
import { closeLeftover } from './close-root.ts';
import { conflict } from './settle-attempt.ts';

/**
 * Money through an object that was created for an attempt beside its root, say because a server
 * tried again under another key. No attempt holds it, so the session is where it is recorded: once,
 * as a payment that should not be there.
 * @returns whether there was such money
 * @throws DomainError provider_error, service_unavailable when the provider does not answer
 */
export async function recordStrayPayment(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  object: { readonly type: string; readonly id: string },
): Promise<boolean> {
  const provider = await providerOfAttempt(deps, caller, attempt);
  const read = await provider?.readRoot(object);
  if (read?.outcome.kind !== 'succeeded' || read.metadata.attemptId !== attempt.id) return false;
  const { taken } = read.outcome;
  await changeSession(deps, caller, attempt.proxySessionId, async (change) => {
    const story = await change.tx.history.list(change.session.id);
    const told = story.some(
      ({ action, reason }) => action === NOTED && reason?.startsWith(read.id),
    );
    if (told) return;
    change.note(NOTED, `${read.id} took ${taken.amountMinor} ${taken.currency}`, attempt);
    // What was taken first keeps its place in `final`.
    const first = change.session.completedAttemptId === null;
    conflict(
      change,
      'receive_second_payment',
      first
        ? {
            finalAmountMinor: taken.amountMinor,
            finalCurrency: taken.currency,
            finalizedAt: change.now,
          }
        : {},
    );
  });
  await closeLeftover(deps, caller, attempt.proxySessionId);
  return true;
}

/** What the story calls it. */
const NOTED = 'stray_payment';
