import type { Outputs } from '#trpc/client.ts';

export type Endpoint = Outputs['webhookEndpoints']['get']['webhook_endpoint'];
export type Health = Outputs['webhookEndpoints']['getHealth']['health'];
export type Hour = Outputs['webhookEndpoints']['getHourlyDeliveries']['hours'][number];
export type SignatureExplanation = Outputs['webhookEndpoints']['explainSignature'];
export type DeliveryPage = Outputs['deliveries']['list'];
export type Delivery = DeliveryPage['data'][number];
export type DeliveryDetail = Outputs['deliveries']['get']['delivery'];
export type DeliveryAttempt = DeliveryDetail['history'][number];
export type ActivityPage = Outputs['auditEntries']['list'];
export type Event = Outputs['events']['get']['event'];
