import { DomainError } from '@parley/domain';
import {
  type Deps,
  type RequestFlows,
  receiveProviderEvent,
  type VerifyNotification,
} from '@parley/operations';
import type { Admission } from '@parley/runtime/admission';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type EventSender,
  limitProviderEvents,
  type ProviderEventLimits,
} from './limit-provider-events.ts';
import { limitUnreadBody } from './unread-body.ts';

const MAX_EVENT_BYTES = 1024 * 1024;

export interface ProviderEventOptions {
  readonly deps: Deps & { readonly verifyNotification: VerifyNotification };
  readonly admission: Admission | null;
  readonly flows: RequestFlows;
  readonly limits: ProviderEventLimits;
}

const rateLimited = (retryAfterSeconds: number) =>
  new DomainError('rate_limited', undefined, { retryAfterSeconds });

/** Receives events of the provider: verifies, stores once, acknowledges. The worker applies them. */
export function mountProviderEvents(
  app: FastifyInstance,
  { deps, admission, flows, limits }: ProviderEventOptions,
): void {
  const limiter = limitProviderEvents(limits);
  const senders = new WeakMap<FastifyRequest, EventSender>();

  app.post<{ Params: { id: string } }>(
    '/provider_events/:id',
    {
      bodyLimit: MAX_EVENT_BYTES,
      config: { operation: 'receiveProviderEvent', hasUnauthenticatedBody: true },
      // Before the body is read, or the secret of the account decrypted.
      onRequest: async (request, reply) => {
        const { id } = request.params;
        // A chunked body may turn out to be as long as any.
        const bytes = Number(request.headers['content-length'] ?? MAX_EVENT_BYTES);
        try {
          const waitForVerified = limiter.waitForVerified(id, bytes);
          if (waitForVerified > 0) throw rateLimited(waitForVerified);
          const exists = await deps.database.providerConfigsById.exists(id);
          const sender = { address: request.ip, accountId: exists ? id : null };
          const wait = limiter.take(sender);
          if (wait > 0) throw rateLimited(wait);
          senders.set(request, sender);
        } catch (error) {
          limitUnreadBody(request, reply);
          throw error;
        }
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const signature = request.headers['stripe-signature'];
      const sender = senders.get(request);
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      let isAccepted = false;
      const receive = () =>
        receiveProviderEvent(deps, {
          providerConfigId: id,
          rawBody,
          signature: typeof signature === 'string' ? signature : undefined,
          // Not after the event is stored: the provider sends many at once from one address.
          onVerified({ merchantId, mode }) {
            // However many configs a merchant has.
            flows.remember(id, `provider_events ${merchantId} ${mode}`);
            const wait = limiter.takeVerified(id, rawBody.length);
            if (wait > 0) throw rateLimited(wait);
            isAccepted = true;
            if (sender) limiter.refundAll(sender);
          },
        });
      try {
        const flow = flows.getFlow(id, request.ip);
        const { accepted } = await (admission ? admission.run(flow, receive) : receive());
        return reply
          .header('x-request-id', request.id)
          .send({ received: true, duplicate: !accepted });
      } catch (error) {
        if (sender && !isAccepted) limiter.refundAfter(error, sender);
        throw error;
      }
    },
  );
}
