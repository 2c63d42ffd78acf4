import { type Deps, receiveProviderEvent, type VerifyNotification } from '@parley/operations';
import type { FastifyInstance } from 'fastify';

const MAX_EVENT_BYTES = 1024 * 1024;

/** Receives events of the provider: verifies, stores once, acknowledges. The worker applies them. */
export function mountProviderEvents(
  app: FastifyInstance,
  deps: Deps & { readonly verifyNotification: VerifyNotification },
): void {
  app.post<{ Params: { id: string } }>(
    '/provider_events/:id',
    { bodyLimit: MAX_EVENT_BYTES, config: { operation: 'receiveProviderEvent' } },
    async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const { accepted } = await receiveProviderEvent(deps, {
        pspConfigId: request.params.id,
        rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        signature: typeof signature === 'string' ? signature : undefined,
      });
      return reply
        .header('x-request-id', request.id)
        .send({ received: true, duplicate: !accepted });
    },
  );
}
