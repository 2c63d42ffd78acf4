import { path, Resource } from '../api.ts';
import type {
  CreateWebhookEndpointRequest,
  ListWebhookEndpointsQuery,
  PingEndpointRequest,
  ReplayEventsRequest,
  RotatedSecret,
  RotateSigningSecretRequest,
  UpdateWebhookEndpointRequest,
  WebhookDeliveryResponse,
  WebhookEndpoint,
  WebhookEndpointHealth,
  WebhookEndpointResponse,
  WebhookReplay,
} from '../generated/schema.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';
import { WebhookDeliveries } from './webhook-deliveries.ts';

/** URLs that receive events. */
export class WebhookEndpoints extends Resource {
  readonly deliveries = new WebhookDeliveries(this.api);

  /** Creates an endpoint. rotateSecret returns its signing secret. */
  create(
    params: CreateWebhookEndpointRequest,
    options?: WriteOptions,
  ): RequestPromise<WebhookEndpointResponse> {
    return this.api.write('createWebhookEndpoint', 'POST', '/webhook_endpoints', params, options);
  }

  /** The endpoints of this mode. */
  list(query?: ListWebhookEndpointsQuery, options?: RequestOptions): PagePromise<WebhookEndpoint> {
    return this.api.list('listWebhookEndpoints', '/webhook_endpoints', query, options);
  }

  /** An endpoint. */
  retrieve(id: string, options?: RequestOptions): RequestPromise<WebhookEndpointResponse> {
    return this.api.read('getWebhookEndpoint', path`/webhook_endpoints/${id}`, undefined, options);
  }

  /** Changes the given fields of an endpoint. */
  update(
    id: string,
    params?: UpdateWebhookEndpointRequest,
    options?: WriteOptions,
  ): RequestPromise<WebhookEndpointResponse> {
    return this.api.write(
      'updateWebhookEndpoint',
      'PATCH',
      path`/webhook_endpoints/${id}`,
      params,
      options,
    );
  }

  /** Archives an endpoint, which cannot be undone. */
  archive(id: string, options?: WriteOptions): RequestPromise<WebhookEndpointResponse> {
    return this.api.write(
      'archiveWebhookEndpoint',
      'POST',
      path`/webhook_endpoints/${id}/archive`,
      undefined,
      options,
    );
  }

  /** Returns a new signing secret. The previous one signs too until the given time. */
  rotateSecret(
    id: string,
    params: RotateSigningSecretRequest,
    options?: WriteOptions,
  ): RequestPromise<RotatedSecret> {
    return this.api.write(
      'rotateSigningSecret',
      'POST',
      path`/webhook_endpoints/${id}/rotate_secret`,
      params,
      options,
    );
  }

  /** Ends the overlap of a rotation at once. */
  revokePreviousSecret(
    id: string,
    options?: WriteOptions,
  ): RequestPromise<WebhookEndpointResponse> {
    return this.api.write(
      'revokePreviousSecret',
      'POST',
      path`/webhook_endpoints/${id}/revoke_previous_secret`,
      undefined,
      options,
    );
  }

  /** How deliveries to an endpoint succeed. */
  retrieveHealth(id: string, options?: RequestOptions): RequestPromise<WebhookEndpointHealth> {
    return this.api.read(
      'getEndpointHealth',
      path`/webhook_endpoints/${id}/health`,
      undefined,
      options,
    );
  }

  /** Sends a test event. */
  ping(
    id: string,
    params?: PingEndpointRequest,
    options?: WriteOptions,
  ): RequestPromise<WebhookDeliveryResponse> {
    return this.api.write(
      'pingEndpoint',
      'POST',
      path`/webhook_endpoints/${id}/ping`,
      params,
      options,
    );
  }

  /** Sends what the endpoint missed, or a time range. */
  replay(
    id: string,
    params?: ReplayEventsRequest,
    options?: WriteOptions,
  ): RequestPromise<WebhookReplay> {
    return this.api.write(
      'replayEvents',
      'POST',
      path`/webhook_endpoints/${id}/replay`,
      params,
      options,
    );
  }
}
