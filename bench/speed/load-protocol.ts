import type { Item } from '@parley/bench-shared/session-copies';
import type { Credentials, RequestKind } from './requests.ts';

/** A merchant that requests are sent for. */
export interface LoadMerchant {
  readonly credentials: Credentials;
  readonly items: readonly Item[];
}

/** A load: every connection sends its next request as soon as it has the response to the last. */
export interface LoadJob {
  readonly kind: RequestKind;
  /** Servers that share the connections. */
  readonly origins: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Each connection sends requests for one of them. With enough connections, each server gets all of them. */
  readonly merchants: readonly LoadMerchant[];
  /** `once`: each item is used by one request, and the load ends early when all are used. */
  readonly use: 'once' | 'again' | 'none';
}

export interface LoadResult {
  /** Requests whose response was 200; the quantiles count only these. */
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the load generator. */
  readonly cpuMicroseconds: number;
  /** Other responses, and the first of them. */
  readonly failures: number;
  readonly firstFailure: string | null;
}

/** A load of whole payments: every connection creates a session, pays it, and waits until it is paid. */
export interface FlowJob {
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly merchantId: string;
  readonly secretKey: string;
  readonly sandboxKey: string;
  readonly connections: number;
  readonly seconds: number;
}
