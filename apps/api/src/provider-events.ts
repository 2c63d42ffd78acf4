import { DomainError, isId } from '@parley/domain';
import { type Deps, receiveProviderEvent, type VerifyNotification } from '@parley/operations';
import type { Admission } from '@parley/runtime/admission';
import type { FastifyInstance } from 'fastify';
import { createTokenBuckets, type TokenBucketOptions } from './token-buckets.ts';

const MAX_EVENT_BYTES = 1024 * 1024;

/**
 * Limits of events that are not accepted, such as badly signed ones: accepted events give their
 * tokens back. An address stays below the limit of an account, so that one sender of bad events
 * does not keep the provider's own events out.
 */
export interface ProviderEventLimits {
  readonly perAddress: TokenBucketOptions;
  readonly perAccount: TokenBucketOptions;
}

export const defaultProviderEventLimits: ProviderEventLimits = {
  perAddress: { perSecond: 20, burst: 100 },
  perAccount: { perSecond: 100, burst: 500 },
};

export interface ProviderEventOptions {
  readonly deps: Deps & { readonly verifyNotification: VerifyNotification };
  readonly admission: Admission | null;
  readonly limits: ProviderEventLimits;
}

/** Receives events of the provider: verifies, stores once, acknowledges. The worker applies them. */
export function mountProviderEvents(
  app: FastifyInstance,
  { deps, admission, limits }: ProviderEventOptions,
): void {
  const perAddress = createTokenBuckets(limits.perAddress);
  const perAccount = createTokenBuckets(limits.perAccount);

  app.post<{ Params: { id: string } }>(
    '/provider_events/:id',
    {
      bodyLimit: MAX_EVENT_BYTES,
      config: { operation: 'receiveProviderEvent' },
      // Before the body is read, the account is looked up and its secret is decrypted.
      onRequest: (request, _reply, done) => {
        const { id } = request.params;
        const wait = perAddress.take(request.ip) || (isId('pspcfg', id) ? perAccount.take(id) : 0);
        if (wait === 0) done();
        else done(new DomainError('rate_limited', undefined, { retryAfterSeconds: wait }));
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const signature = request.headers['stripe-signature'];
      const receive = () =>
        receiveProviderEvent(deps, {
          pspConfigId: id,
          rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          signature: typeof signature === 'string' ? signature : undefined,
        });
      const { accepted } = await (admission ? admission.run(receive) : receive());
      perAddress.refund(request.ip);
      perAccount.refund(id);
      return reply
        .header('x-request-id', request.id)
        .send({ received: true, duplicate: !accepted });
    },
  );
}
