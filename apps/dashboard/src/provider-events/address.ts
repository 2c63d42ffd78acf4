import type { Route } from 'next';
import { z } from 'zod';

const address = z.object({
  status: z.enum(['failed', 'parked']).catch('failed'),
  older: z.string().min(1).max(400).optional().catch(undefined),
});

/** Which events of the provider an address asks for. What it says wrong counts as not said. */
export type ProviderEventsAddress = z.infer<typeof address>;

export function readProviderEventsAddress(
  search: Readonly<Record<string, string | readonly string[] | undefined>>,
): ProviderEventsAddress {
  return address.parse(search);
}

export function providerEventsHref(
  status: ProviderEventsAddress['status'],
  older?: string | null,
): Route {
  const query = new URLSearchParams({
    ...(status === 'parked' && { status }),
    ...(older && { older }),
  }).toString();
  return (query ? `/provider-events?${query}` : '/provider-events') as Route;
}
