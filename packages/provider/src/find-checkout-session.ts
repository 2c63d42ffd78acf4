import { DomainError, setNewest } from '@parley/domain';
import type Stripe from 'stripe';

/** The metadata of a root object with the id of its attempt. */
export const ATTEMPT_KEY = 'proxy_acquisition_attempt_id';

/** Milliseconds after which a search ends, so that large accounts do not hold up the others. */
const MAX_SEARCH_MS = 15_000;
/** Searches of one account to continue. Beyond this number, the oldest begin again. */
const MAX_SEARCHES = 1_000;

/** Of each account, the last Checkout Session that a search has read, by the attempt and period of the search. */
const positions = new WeakMap<Stripe, Map<string, string>>();

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * Finds the Checkout Session that was created for an attempt by its metadata, in the list of all sessions: the API
 * cannot search them. A search of a past period that ends with an error is continued by the next one.
 * @returns its id; null if there is none
 * @throws DomainError provider_error when the list is too long to read in 15 seconds
 */
export async function findCheckoutSession(
  stripe: Stripe,
  attemptId: string,
  { from, until }: { from: Date; until: Date },
): Promise<string | null> {
  const created = { gte: seconds(from), lte: seconds(until) };
  const search = `${attemptId} ${created.gte} ${created.lte}`;
  const endsAt = performance.now() + MAX_SEARCH_MS;
  // The list begins with the newest session. In a period that is not over, newer ones may be added.
  const isOver = until.getTime() < Date.now();
  const ofAccount = positions.get(stripe) ?? new Map<string, string>();
  positions.set(stripe, ofAccount);
  const after = ofAccount.get(search);
  ofAccount.delete(search);
  const query = { created, limit: 100, ...(after !== undefined && { starting_after: after }) };
  for await (const { id, metadata } of stripe.checkout.sessions.list(query)) {
    if (metadata?.[ATTEMPT_KEY] === attemptId) return id;
    if (performance.now() < endsAt) continue;
    if (isOver) setNewest(ofAccount, search, id, MAX_SEARCHES);
    // An incomplete list does not prove that there is none.
    throw new DomainError('provider_error');
  }
  return null;
}
