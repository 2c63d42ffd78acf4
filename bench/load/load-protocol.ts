import type { Item } from '../harness/session-copies.ts';
import type { Credentials, RequestKind } from './requests.ts';

/** A load of one kind of requests. */
export interface LoadJob {
  readonly kind: RequestKind;
  readonly origin: string;
  readonly credentials: Credentials;
  readonly connections: number;
  readonly seconds: number;
  /**
   * Requests per second, whether or not earlier ones have their responses; null sends the next request
   * of a connection as soon as it has the response to its last.
   */
  readonly perSecond: number | null;
  /** What the requests are about. */
  readonly items: readonly Item[];
  /** `once`: each item is used by one request, and the load ends early when all are used. */
  readonly use: 'once' | 'again' | 'none';
}

/** What happened to the requests of a load. Times are in milliseconds. */
export interface LoadResult {
  readonly seconds: number;
  /** How long responses with the status 200 took, from the moment when the request was written. */
  readonly admitted: readonly number[];
  /** The same of those with the status 503. */
  readonly refused: readonly number[];
  /** Other responses, and requests without one. */
  readonly failures: readonly string[];
  /** Requests that were due while every connection waited for a response. They were not sent. */
  readonly unsent: number;
  /** How late the generator wrote the requests that were due. */
  readonly late: readonly number[];
  /** Processor time of the generator. */
  readonly cpuMicroseconds: number;
}
