import type { ErrorCode, MerchantId, Mode } from '@parley/domain';
import type { FastifyRequest } from 'fastify';

/** What is learned of a request on its way, for log, metrics and traces. */
export interface RequestFacts {
  merchantId?: MerchantId;
  mode?: Mode;
  errorCode?: ErrorCode;
}

const known = new WeakMap<FastifyRequest, RequestFacts>();

/** The facts of a request, to read and to add to. */
export function factsOf(request: FastifyRequest): RequestFacts {
  const found = known.get(request) ?? {};
  known.set(request, found);
  return found;
}
