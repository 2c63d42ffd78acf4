import { path, Resource } from '../api.ts';
import type {
  HeldProviderEvent,
  ListProviderEventsQuery,
  RetryProviderEventResponse,
} from '../generated/schema.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';

/** Events of the provider that are not applied yet. */
export class ProviderEvents extends Resource {
  /** The events that are waiting, parked or failed. */
  list(query?: ListProviderEventsQuery, options?: RequestOptions): PagePromise<HeldProviderEvent> {
    return this.api.list('listProviderEvents', '/provider_events', query, options);
  }

  /** Applies an event again. */
  retry(id: string, options?: WriteOptions): RequestPromise<RetryProviderEventResponse> {
    return this.api.write(
      'retryProviderEvent',
      'POST',
      path`/provider_events/${id}/retry`,
      undefined,
      options,
    );
  }
}
