import { path, Resource } from '../api.ts';
import type { ApiRequest, ApiRequestResponse, ListRequestsQuery } from '../generated/schema.ts';
import type { RequestOptions } from '../options.ts';
import type { PagePromise, RequestPromise } from '../response.ts';

/** The requests of API keys, without secrets and personal data. */
export class Requests extends Resource {
  /** The request log of this mode. */
  list(query?: ListRequestsQuery, options?: RequestOptions): PagePromise<ApiRequest> {
    return this.api.list('listRequests', '/requests', query, options);
  }

  /** A request with its redacted query, body and response. */
  retrieve(id: string, options?: RequestOptions): RequestPromise<ApiRequestResponse> {
    return this.api.read('getRequest', path`/requests/${id}`, undefined, options);
  }
}
