import type Stripe from 'stripe';
import { eventTypes, toNotifications } from './notification.ts';
import type { EventPage, Provider, ProviderNotification } from './port.ts';

/** The most types that the provider accepts for one list. */
const MAX_TYPES = 20;

/** The types of each list. */
const lists: readonly string[][] = Array.from(
  { length: Math.ceil(eventTypes.length / MAX_TYPES) },
  (_, list) => eventTypes.slice(list * MAX_TYPES, (list + 1) * MAX_TYPES),
);

/**
 * Reads a page of the account's events. There are several lists, because each has a limited number of types:
 * a page that is the last one of its list also has the first page of the next list. A position is the
 * number of a list and the last event read of it.
 */
export async function listEvents(
  stripe: Stripe,
  { from, until, after }: Parameters<Provider['listEvents']>[0],
): Promise<EventPage> {
  const created = { gt: toSeconds(from), lte: toSeconds(until) };
  const [first = '0', position] = after?.split(':') ?? [];
  const events: ProviderNotification[] = [];
  for (let list = Number(first); list < lists.length; list++) {
    const { data, has_more } = await stripe.events.list({
      types: [...(lists[list] ?? [])],
      created,
      limit: 100,
      ...(position !== undefined && list === Number(first) ? { starting_after: position } : {}),
    });
    events.push(...toNotifications(data));
    const last = data.at(-1)?.id;
    if (has_more && last) return { events, next: `${list}:${last}` };
  }
  return { events, next: null };
}

const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);
