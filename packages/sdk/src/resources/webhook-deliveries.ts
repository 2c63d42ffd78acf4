import { path, Resource } from '../api.ts';
import type {
  ListDeliveriesQuery,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryResponse,
} from '../generated/schema.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';

/** Events that a webhook endpoint received or will receive. */
export class WebhookDeliveries extends Resource {
  /** The deliveries of an endpoint. */
  list(
    endpointId: string,
    query?: ListDeliveriesQuery,
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> {
    return this.api.list(
      'listDeliveries',
      path`/webhook_endpoints/${endpointId}/deliveries`,
      query,
      options,
    );
  }

  /** A delivery with each attempt. */
  retrieve(
    endpointId: string,
    eventId: string,
    options?: RequestOptions,
  ): RequestPromise<WebhookDeliveryDetail> {
    return this.api.read(
      'getDelivery',
      path`/webhook_endpoints/${endpointId}/deliveries/${eventId}`,
      undefined,
      options,
    );
  }

  /** Sends an event to the endpoint again. */
  resend(
    endpointId: string,
    eventId: string,
    options?: WriteOptions,
  ): RequestPromise<WebhookDeliveryResponse> {
    return this.api.write(
      'resendDelivery',
      'POST',
      path`/webhook_endpoints/${endpointId}/deliveries/${eventId}/resend`,
      undefined,
      options,
    );
  }
}
