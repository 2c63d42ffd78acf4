import type { ErrorCode, MerchantId, Mode } from '@parley/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Facts about a request that logs, metrics and traces report. */
export interface RequestFacts {
  merchantId: MerchantId | null;
  mode: Mode | null;
  /** The API key of the caller. */
  keyId: string | null;
  errorCode: ErrorCode | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RequestFacts | null;
  }
}

/** Adds the property that `factsOf` reads to every request. */
export function decorateWithFacts(app: FastifyInstance): void {
  app.decorateRequest('facts', null);
}

/** The facts of a request, which callers may read and extend. */
export function factsOf(request: FastifyRequest): RequestFacts {
  request.facts ??= { merchantId: null, mode: null, keyId: null, errorCode: null };
  return request.facts;
}
