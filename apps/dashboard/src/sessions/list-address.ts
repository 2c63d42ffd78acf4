import { type SessionStatus, sessionStatuses } from '@parley/domain';
import type { Route } from 'next';
import { z } from 'zod';

const cursor = z.string().min(1).max(200).optional().catch(undefined);

const address = z.object({
  status: z.enum(sessionStatuses).optional().catch(undefined),
  older: cursor,
  newer: cursor,
});

/** Which sessions a list's address asks for. What it says wrong counts as not said. */
export type ListAddress = z.infer<typeof address>;

export function readListAddress(
  search: Readonly<Record<string, string | readonly string[] | undefined>>,
): ListAddress {
  return address.parse(search);
}

/** The address of a list. */
export function listHref(to: {
  readonly status?: SessionStatus | undefined;
  readonly older?: string | undefined;
  readonly newer?: string | undefined;
}): Route {
  const said = Object.entries(to).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const query = new URLSearchParams(said).toString();
  return (query ? `/sessions?${query}` : '/sessions') as Route;
}
