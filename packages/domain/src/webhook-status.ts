/** Only an active endpoint receives events. An archived one cannot be changed. */
export const endpointStatuses = ['active', 'archived', 'inactive'] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

/** The statuses of the delivery of an event to an endpoint. */
export const deliveryStatuses = ['waiting', 'succeeded', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
