import { path, Resource } from '../api.ts';
import type { ListSubscriptionsQuery, Subscription } from '../generated/schema.ts';
import type { RequestOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';

/** Recurring payments that a session started. */
export class Subscriptions extends Resource {
  /** The subscriptions of this mode. */
  list(query?: ListSubscriptionsQuery, options?: RequestOptions): PagePromise<Subscription> {
    return this.api.list('listSubscriptions', '/subscriptions', query, options);
  }

  /** A subscription with its items and disputes. */
  retrieve(id: string, options?: RequestOptions): RequestPromise<Subscription> {
    return this.api.read('getSubscription', path`/subscriptions/${id}`, undefined, options);
  }
}
