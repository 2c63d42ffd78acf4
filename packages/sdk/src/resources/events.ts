import { path, Resource } from '../api.ts';
import type {
  EventResponse,
  ListEventsQuery,
  ParleyEvent,
  ResentEvent,
} from '../generated/schema.ts';
import type { ListenOptions, StreamedEvent } from '../listen.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';

/** Changes of sessions, attempts, payments, subscriptions and endpoints. */
export class Events extends Resource {
  /** All events of this mode, sent or not. */
  list(query?: ListEventsQuery, options?: RequestOptions): PagePromise<ParleyEvent> {
    return this.api.list('listEvents', '/events', query, options);
  }

  /** An event. */
  retrieve(id: string, options?: RequestOptions): RequestPromise<EventResponse> {
    return this.api.read('getEvent', path`/events/${id}`, undefined, options);
  }

  /** Sends an event to the event streams of its mode again. */
  resend(id: string, options?: WriteOptions): RequestPromise<ResentEvent> {
    return this.api.write('resendEvent', 'POST', path`/events/${id}/resend`, undefined, options);
  }

  /**
   * The events of this mode while they happen, without a URL: on a laptop, or in a test.
   * @throws ApiError for a response that will not change, such as that of a revoked key
   */
  listen(options?: ListenOptions): AsyncGenerator<StreamedEvent, void, undefined> {
    return this.api.listen(options);
  }
}
