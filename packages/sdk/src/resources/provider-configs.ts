import { path, Resource } from '../api.ts';
import type {
  CreateProviderConfigRequest,
  ListProviderConfigsQuery,
  ProviderConfig,
  ProviderConfigResponse,
  UpdateProviderConfigRequest,
} from '../generated/schema.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';

/** Accounts at the provider that take the payments. */
export class ProviderConfigs extends Resource {
  /** Adds an account. It takes payments once it is activated. */
  create(
    params: CreateProviderConfigRequest,
    options?: WriteOptions,
  ): RequestPromise<ProviderConfigResponse> {
    return this.api.write('createProviderConfig', 'POST', '/provider_configs', params, options);
  }

  /** The accounts of this mode. */
  list(query?: ListProviderConfigsQuery, options?: RequestOptions): PagePromise<ProviderConfig> {
    return this.api.list('listProviderConfigs', '/provider_configs', query, options);
  }

  /** Changes the keys of an account. */
  update(
    id: string,
    params?: UpdateProviderConfigRequest,
    options?: WriteOptions,
  ): RequestPromise<ProviderConfigResponse> {
    return this.api.write(
      'updateProviderConfig',
      'PATCH',
      path`/provider_configs/${id}`,
      params,
      options,
    );
  }

  /** Lets new payments use this account. */
  activate(id: string, options?: WriteOptions): RequestPromise<ProviderConfigResponse> {
    return this.api.write(
      'activateProviderConfig',
      'POST',
      path`/provider_configs/${id}/activate`,
      undefined,
      options,
    );
  }

  /** Creates Parley's webhook endpoint at the provider. */
  createWebhookEndpoint(
    id: string,
    options?: WriteOptions,
  ): RequestPromise<ProviderConfigResponse> {
    return this.api.write(
      'createProviderWebhookEndpoint',
      'POST',
      path`/provider_configs/${id}/webhook_endpoint`,
      undefined,
      options,
    );
  }
}
