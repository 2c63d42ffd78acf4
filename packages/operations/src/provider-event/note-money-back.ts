import type { AttemptRecord, LeasedProviderEvent } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/session-change.ts';

/**
 * Writes into the session's story that money was given back, or is disputed. It changes no status:
 * what that means for the fulfilment is the merchant's to say.
 */
export async function noteMoneyBack(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  event: LeasedProviderEvent,
): Promise<void> {
  await changeSession(deps, caller, attempt.proxySessionId, async (change) => {
    const told = await change.tx.history.hasEntryByActor(change.session.id, event.eventId);
    if (!told) change.note(actionOf(event.type), amountOf(event), attempt);
  });
}

const actionOf = (type: string): string =>
  type === 'charge.refunded' ? 'provider_refunded' : 'provider_disputed';

/** The amount so far, as the event tells it, e.g. "4200 eur". */
function amountOf(event: LeasedProviderEvent): string | null {
  const data = event.payload.data as { object?: Record<string, unknown> } | undefined;
  const { amount_refunded: refunded, amount, currency } = data?.object ?? {};
  const sum = refunded ?? amount;
  return typeof sum === 'number' && typeof currency === 'string' ? `${sum} ${currency}` : null;
}
