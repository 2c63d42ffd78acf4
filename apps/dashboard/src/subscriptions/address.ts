import type { Route } from 'next';
import { z } from 'zod';

const address = z.object({ older: z.string().min(1).max(200).optional().catch(undefined) });

/** Which subscriptions an address asks for. What it says wrong counts as not said. */
export function readSubscriptionsAddress(
  search: Readonly<Record<string, string | readonly string[] | undefined>>,
) {
  return address.parse(search);
}

export function subscriptionsHref(older?: string | null): Route {
  return (older ? `/subscriptions?${new URLSearchParams({ older })}` : '/subscriptions') as Route;
}

export const subscriptionHref = (id: string) => `/subscriptions/${id}` as Route;
