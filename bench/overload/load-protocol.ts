/** A load of requests that create sessions. The generator reports when it is connected, then the result. */
export interface LoadJob {
  readonly url: string;
  readonly secretKey: string;
  readonly seconds: number;
  readonly connections: number;
  /**
   * Requests per second, whether or not earlier ones have their responses; null sends the next request
   * of a connection as soon as it has the response to its last.
   */
  readonly perSecond: number | null;
}

/** What happened to the requests of a load. Times are in milliseconds. */
export interface LoadResult {
  readonly seconds: number;
  /** From the moment when the bytes of the request were written. */
  readonly admitted: readonly number[];
  readonly refused: readonly number[];
  /** Other statuses, and requests without a response. */
  readonly failures: readonly string[];
  /** Requests that were due while every connection waited for a response. They were not sent. */
  readonly unsent: number;
  /** How late the generator wrote the requests that were due. */
  readonly late: readonly number[];
  /** Processor time of the generator. */
  readonly cpuMicroseconds: number;
}
