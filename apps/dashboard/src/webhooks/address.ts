import type { Route } from 'next';
import { z } from 'zod';

const deliveryStatuses = ['waiting', 'succeeded', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const cursor = z.string().min(1).max(200).optional().catch(undefined);
const endpoints = z.object({
  /** Those in use unless the archived ones are asked for. */
  show: z.literal('archived').optional().catch(undefined),
  older: cursor,
});
const endpoint = z.object({
  status: z.enum(deliveryStatuses).optional().catch(undefined),
  older: cursor,
  done: cursor,
});

type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What an address asks to see. What it says wrong counts as not said. */
export const readEndpointsAddress = (search: Search) => endpoints.parse(search);
export const readEndpointAddress = (search: Search) => endpoint.parse(search);

/** The endpoints in use, or the archived ones. */
export function endpointsHref(
  view: { readonly show?: 'archived' | undefined; readonly older?: string | null } = {},
): Route {
  return withQuery('/webhooks', { show: view.show, older: view.older });
}

export interface EndpointView {
  readonly status?: DeliveryStatus | undefined;
  /** Where the page of deliveries begins. */
  readonly older?: string | null | undefined;
  /** Where the page of what was done begins. */
  readonly done?: string | null | undefined;
}

/** An endpoint, with the part of its deliveries that is looked at. */
export function endpointHref(id: string, view: EndpointView = {}): Route {
  return withQuery(`/webhooks/${id}`, view);
}

export const editEndpointHref = (id: string) => `/webhooks/${id}/edit` as Route;

export function deliveryHref(endpointId: string, eventId: string): Route {
  return `/webhooks/${endpointId}/deliveries/${eventId}` as Route;
}

function withQuery(path: string, query: object): Route {
  const said = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const text = new URLSearchParams(said).toString();
  return (text ? `${path}?${text}` : path) as Route;
}
