import type { Deps, RequestFlows } from '@parley/operations';
import type { RequestContext } from '@parley/router';
import type { Admission } from '@parley/runtime/admission';
import type { Tracing } from '@parley/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from './rate-limits.ts';
import { getFacts } from './request-facts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The calls whose rate limit was consumed before the body was read, and that have not begun. */
    paidCalls: number;
  }
}

/** What REST and RPC requests need. */
export interface Surface {
  readonly deps: Deps;
  /** Null disables rate limits. */
  readonly limits: RateLimits | null;
  /** Null admits every call at once. */
  readonly admission: Admission | null;
  readonly flows: RequestFlows;
  readonly tracing: Tracing | null;
}

/** Adds the property that `requestContext` reads to every request. */
export function decorateWithPaidCalls(app: FastifyInstance): void {
  app.decorateRequest('paidCalls', 0);
}

/**
 * The context of the procedures for a request.
 * @param calls what one consumption of the rate limit costs
 */
export function requestContext(
  { deps, limits, admission, flows }: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
  calls = 1,
): RequestContext {
  const idempotencyKey = request.headers['idempotency-key'];
  return {
    deps,
    requestId: request.id,
    async consumeRateLimit(key) {
      if (request.paidCalls > 0) request.paidCalls -= 1;
      else await limits?.consume(key, request.ip, calls);
    },
    admit: admission?.run,
    flows,
    address: request.ip,
    onCaller: ({ kind, merchantId, mode, keyId = null }) => {
      const facts = getFacts(request);
      facts.keyId = keyId;
      facts.keyKind = kind === 'secret_key' ? 'secret' : 'publishable';
      facts.merchantId = merchantId;
      facts.mode = mode;
    },
    authorization: request.headers.authorization,
    idempotencyKey: Array.isArray(idempotencyKey) ? idempotencyKey.join(', ') : idempotencyKey,
    onReplay: () => {
      getFacts(request).replayed = true;
      reply.header('idempotent-replayed', 'true');
    },
  };
}
