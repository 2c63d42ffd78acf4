import { deliveryStatuses, eventTypes } from '@parley/domain';
import type { ModeRoute } from './mode-route.ts';
import { readCursor, readOption, type SearchParams, withQuery } from './search-params.ts';

const ENDPOINT_PAGE_SIZE = 25;
const DELIVERY_PAGE_SIZE = 20;
const ACTIVITY_PAGE_SIZE = 10;

/** Reads the part of the endpoint list that an address selects. */
export const readEndpointListView = (params: SearchParams) => ({
  /** Archived endpoints, instead of those in use. */
  show: readOption(params.show, ['archived']),
  older: readCursor(params.older),
});

export type EndpointListView = Partial<ReturnType<typeof readEndpointListView>>;

/** Reads the part of an endpoint's page that an address selects. */
export const readEndpointView = (params: SearchParams) => ({
  status: readOption(params.status, deliveryStatuses),
  /** The type of the delivered events. */
  type: readOption(params.type, eventTypes),
  /** The cursor of the deliveries. */
  older: readCursor(params.older),
  /** The cursor of the activity. */
  activity: readCursor(params.activity),
});

export type EndpointView = Partial<ReturnType<typeof readEndpointView>>;

export function endpointsHref(view: EndpointListView = {}): ModeRoute {
  return withQuery('/[mode]/webhooks', view);
}

export function endpointHref(id: string, view: EndpointView = {}): ModeRoute {
  const { status, type, older, activity } = view;
  return withQuery(`/[mode]/webhooks/${id}`, { status, type, older, activity });
}

export const newEndpointHref: ModeRoute = '/[mode]/webhooks/new';
export const editEndpointHref = (id: string): ModeRoute => `/[mode]/webhooks/${id}/edit`;
export const signatureHref = (id: string): ModeRoute => `/[mode]/webhooks/${id}/signature`;

export function deliveryHref(endpointId: string, eventId: string): ModeRoute {
  return `/[mode]/webhooks/${endpointId}/deliveries/${eventId}`;
}

/** The input of the query for a part of the list. */
export function endpointListInput({ show, older }: EndpointListView) {
  return { archived: show === 'archived', limit: ENDPOINT_PAGE_SIZE, cursor: older };
}

/** The inputs of the queries for a part of an endpoint's page. */
export function createEndpointPageInputs(id: string, view: EndpointView) {
  const { status, type, older, activity } = view;
  return {
    endpoint: { webhook_endpoint_id: id },
    deliveries: {
      webhook_endpoint_id: id,
      limit: DELIVERY_PAGE_SIZE,
      status,
      event_type: type,
      cursor: older,
    },
    activity: { object_id: id, limit: ACTIVITY_PAGE_SIZE, cursor: activity },
  };
}

/** The inputs of the queries for a delivery's page. */
export function createDeliveryPageInputs(endpointId: string, eventId: string) {
  return {
    delivery: { webhook_endpoint_id: endpointId, event_id: eventId },
    endpoint: { webhook_endpoint_id: endpointId },
    event: { event_id: eventId },
  };
}
