import { type Api, path } from '../api.ts';
import type { EventResponse, ListEventsQuery, ParleyEvent } from '../generated/schema.ts';
import type { RequestOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';

/** Changes of sessions, attempts, payments, subscriptions and endpoints. */
export class Events {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** All events of this mode, sent or not. */
  list(query?: ListEventsQuery, options?: RequestOptions): PagePromise<ParleyEvent> {
    return this.#api.list('listEvents', '/events', query, options);
  }

  /** An event. */
  retrieve(id: string, options?: RequestOptions): RequestPromise<EventResponse> {
    return this.#api.read('getEvent', path`/events/${id}`, undefined, options);
  }
}
