import { DomainError } from '@parley/domain';
import Stripe from 'stripe';
import { proxyMetadata } from './normalize.ts';
import type { ProviderNotice } from './port.ts';

/** Seconds by which the provider's clock may differ from ours. */
const TOLERANCE_SECONDS = 300;

const verifier = new Stripe('unused');

/**
 * Verifies and reads what the provider posted.
 * @param rawBody the bytes as they came: one changed space breaks the signature
 * @param signature the Stripe-Signature header
 * @throws DomainError invalid_request when the signature does not hold or the body is no event
 */
export function readNotice(
  rawBody: Buffer,
  signature: string | undefined,
  webhookSecret: string,
): ProviderNotice {
  const event: unknown = verify(rawBody, signature, webhookSecret);
  if (!isEvent(event)) throw new DomainError('invalid_request', 'The body is no event.');
  return toNotice(event);
}

/** An event in the port's words. */
export function toNotice(event: Stripe.Event): ProviderNotice {
  const object = event.data.object as {
    id?: string;
    object?: string;
    metadata?: Stripe.Metadata | null;
  };
  return {
    id: event.id,
    type: event.type,
    occurredAt: new Date(event.created * 1000),
    live: event.livemode,
    objectId: object.id ?? '',
    objectType: object.object ?? '',
    metadata: proxyMetadata(object.metadata),
    payload: event as unknown as Record<string, unknown>,
  };
}

/** Signed says by whom it comes, not what it is. */
function isEvent(value: unknown): value is Stripe.Event {
  const { id, type, created, livemode, data } = (value ?? {}) as Partial<Stripe.Event>;
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    Number.isSafeInteger(created) &&
    typeof livemode === 'boolean' &&
    typeof data?.object === 'object' &&
    data.object !== null
  );
}

function verify(rawBody: Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return verifier.webhooks.constructEvent(rawBody, signature ?? '', secret, TOLERANCE_SECONDS);
  } catch (error) {
    throw new DomainError(
      'invalid_request',
      'Stripe-Signature does not match the body. Check the signing secret of this endpoint.',
      { cause: error },
    );
  }
}
