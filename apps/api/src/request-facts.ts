import type { ErrorCode, MerchantId, Mode } from '@parley/domain';
import type { FastifyRequest } from 'fastify';

/** Facts about a request that logs, metrics and traces report. */
export interface RequestFacts {
  merchantId?: MerchantId;
  mode?: Mode;
  errorCode?: ErrorCode;
}

const factsByRequest = new WeakMap<FastifyRequest, RequestFacts>();

/** The facts of a request, which callers may read and extend. */
export function factsOf(request: FastifyRequest): RequestFacts {
  const facts = factsByRequest.get(request) ?? {};
  factsByRequest.set(request, facts);
  return facts;
}
