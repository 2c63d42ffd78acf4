import { DomainError } from '@parley/domain';
import Stripe from 'stripe';
import { fromCheckoutSession, fromPaymentIntent, fromSubscription } from './normalize.ts';
import type { Provider, ProviderAccount, ProviderRoot } from './port.ts';

/** Milliseconds for one call, and repeats the client makes with the same idempotency key. */
const CALL_TIMEOUT_MS = 10_000;
const REPEATS = 2;

/** The provider through the official client, its host set to the account's. */
export function connectStripe(account: ProviderAccount): Provider {
  const url = new URL(account.apiUrl);
  const stripe = new Stripe(account.secretKey, {
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    host: url.hostname,
    ...(url.port ? { port: url.port } : {}),
    timeout: CALL_TIMEOUT_MS,
    maxNetworkRetries: REPEATS,
    telemetry: false,
  });

  const readers: Readonly<Record<string, (id: string) => Promise<ProviderRoot>>> = {
    payment_intent: async (id) => fromPaymentIntent(await stripe.paymentIntents.retrieve(id)),
    'checkout.session': async (id) =>
      fromCheckoutSession(
        await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }),
      ),
    subscription: async (id) =>
      fromSubscription(await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })),
  };

  const closers: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    payment_intent: (id) => stripe.paymentIntents.cancel(id),
    'checkout.session': (id) => stripe.checkout.sessions.expire(id),
    subscription: (id) => stripe.subscriptions.cancel(id),
  };

  async function readRoot(object: { type: string; id: string }): Promise<ProviderRoot | null> {
    const read = readers[object.type];
    if (!read) return null;
    try {
      return await read(object.id);
    } catch (error) {
      if (isMissing(error)) return null;
      throw asDomainError(error);
    }
  }

  return {
    async createPaymentIntent(input) {
      try {
        return fromPaymentIntent(
          await stripe.paymentIntents.create(
            {
              amount: input.charge.amountMinor,
              currency: input.charge.currency,
              metadata: input.metadata,
              automatic_payment_methods: { enabled: true },
              ...(input.description ? { description: input.description } : {}),
              ...(input.receiptEmail ? { receipt_email: input.receiptEmail } : {}),
            },
            { idempotencyKey: input.idempotencyKey },
          ),
        );
      } catch (error) {
        throw asDomainError(error);
      }
    },

    async changePaymentIntent(id, charge) {
      try {
        return fromPaymentIntent(
          await stripe.paymentIntents.update(id, {
            amount: charge.amountMinor,
            currency: charge.currency,
          }),
        );
      } catch (error) {
        throw asDomainError(error);
      }
    },

    readRoot,

    async closeRoot(object) {
      try {
        await closers[object.type]?.(object.id);
      } catch (error) {
        // It may have ended already, even with success: what it is now decides.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw asDomainError(error);
      }
      return readRoot(object);
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}

/** Nothing of the provider's own text goes out but its code: it may name accounts or keys. */
function asDomainError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { code, type } = error;
  const refused = error.statusCode !== undefined && error.statusCode < 500;
  return new DomainError(
    'provider_error',
    refused
      ? `The payment provider refused (${code ?? type}). Check the provider account of this merchant.`
      : 'The payment provider did not answer in time. Try again with the same keys.',
    { retryAfterSeconds: 2, cause: error },
  );
}
