import type { ApiKeyKind, ErrorCode, MerchantId, Mode } from '@parley/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Facts about a request that logs, metrics and traces report. */
export interface RequestFacts {
  merchantId: MerchantId | null;
  mode: Mode | null;
  /** The API key of the caller. */
  keyId: string | null;
  keyKind: ApiKeyKind | null;
  errorCode: ErrorCode | null;
  /** Whether the response is that of an earlier request with the same idempotency key. */
  replayed: boolean;
  /** The parsed body; undefined without one, or if it is not valid JSON. */
  requestBody: unknown;
  /** The response before it is serialized; of RPC, its text. */
  responseBody: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RequestFacts | null;
  }
}

/** Adds the property that `getFacts` reads to every request. */
export function decorateWithFacts(app: FastifyInstance): void {
  app.decorateRequest('facts', null);
}

/** The facts of a request, which callers may read and extend. */
export function getFacts(request: FastifyRequest): RequestFacts {
  request.facts ??= {
    merchantId: null,
    mode: null,
    keyId: null,
    keyKind: null,
    errorCode: null,
    replayed: false,
    requestBody: undefined,
    responseBody: undefined,
  };
  return request.facts;
}
