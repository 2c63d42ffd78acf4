import type { ServerResponse } from 'node:http';
import type { RequestFlows } from '@parley/operations';
import { bearerToken } from '@parley/router';
import { createAddressBound } from '@parley/runtime/address-bound';
import { type Admission, OverloadError } from '@parley/runtime/admission';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { boundConnections, boundUploads } from './bound-connections.ts';
import type { OverloadLimits } from './overload-limits.ts';

/** Operations that monitoring needs during an overload. */
const exempt: ReadonlySet<string | undefined> = new Set(['healthz', 'readyz', 'metrics']);
const isExempt = (request: FastifyRequest): boolean =>
  exempt.has(request.routeOptions.config.operation);

/** The API key that a request sends outside of its body; null without one. */
function getCredential({ headers, query }: FastifyRequest): string | null {
  const { pk } = query as { pk?: unknown };
  return bearerToken(headers.authorization) ?? (typeof pk === 'string' ? pk : null);
}

interface OverloadProtection {
  readonly limits: OverloadLimits;
  readonly admission: Admission | undefined;
  readonly flows: RequestFlows;
  readonly refuse: (reply: FastifyReply) => void;
}

/**
 * Rejects requests immediately while the process is overloaded, before their body and their key are
 * read. A request counts from the end of its body to its response, so that slow clients occupy nothing. Responses that
 * clients do not read have a bound of their own, beyond which the connection of the oldest is closed.
 */
export function rejectOverload(
  app: FastifyInstance,
  { limits, admission, flows, refuse }: OverloadProtection,
): { inFlight(): number } {
  let inFlight = 0;
  const counted = new WeakSet<FastifyReply>();
  const unread = createAddressBound<ServerResponse>({
    max: limits.maxUnreadResponses,
    maxPerAddress: limits.maxUnreadResponsesPerAddress,
  });

  function stopCounting(reply: FastifyReply): void {
    if (counted.delete(reply)) inFlight -= 1;
  }

  /** Requests that wait and those that call the provider have limits of their own, which are fair. */
  const countOthers = () =>
    admission ? inFlight - admission.usage().waiting - admission.countProviderCallers() : inFlight;
  const isAtLimit = () => inFlight >= limits.maxInFlight && countOthers() >= limits.maxInFlight;

  function wouldBeRefused(request: FastifyRequest): boolean {
    if (!admission || admission.usage().waiting === 0) return false;
    const credential = getCredential(request);
    return credential !== null && admission.isFull(flows.getFlow(credential, request.ip));
  }

  boundConnections(app, {
    max: limits.maxConnections,
    maxPerAddress: limits.maxConnectionsPerAddress,
  });
  app.addHook('onRequest', (request, reply, done) => {
    if ((isAtLimit() || wouldBeRefused(request)) && !isExempt(request)) refuse(reply);
    else done();
  });
  boundUploads(app, {
    authorized: { max: limits.maxUploads, maxPerAddress: limits.maxUploadsPerAddress },
    unauthenticated: {
      max: limits.maxUnauthenticatedUploads,
      maxPerAddress: limits.maxUnauthenticatedUploadsPerAddress,
    },
  });
  app.addHook('preValidation', (request, reply, done) => {
    if (isAtLimit() && !isExempt(request)) return done(new OverloadError());
    inFlight += 1;
    counted.add(reply);
    // Emitted for aborted requests too.
    reply.raw.once('close', () => stopCounting(reply));
    done();
  });
  app.addHook('onSend', ({ ip }, reply, payload, done) => {
    const { raw } = reply;
    stopCounting(reply);
    // By then, most connections have taken the response.
    setImmediate(() => {
      if (raw.closed) return;
      raw.once('close', () => unread.delete(raw));
      unread.add(raw, ip)?.destroy();
    });
    done(null, payload);
  });
  return { inFlight: () => inFlight };
}
