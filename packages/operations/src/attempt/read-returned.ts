import type { LoadedSession } from '@parley/db';
import type {
  Provider,
  ProviderPayment,
  ProviderPaymentState,
  ProviderRoot,
} from '@parley/provider';

/** Milliseconds after which a payment that is not recorded yet may have been refunded or disputed. */
const LATE_MS = 10 * 60_000;

/** What an object took: usually one payment, or several that paid its invoice in parts. */
export const getPayments = (taken: ProviderPayment): ProviderPayment[] => [
  taken,
  ...(taken.parts ?? []),
];

/**
 * Reads what went back already of payments that are not recorded yet. A payment is not read if its object shows that
 * nothing did, nor, if the object cannot show it, within ten minutes of a payment of the root object. The event of a
 * refund may have been applied before another object was known.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function readReturned(
  provider: Provider,
  { payments, now }: LoadedSession,
  root: ProviderRoot | null,
  other: ProviderRoot | null,
): Promise<ProviderPaymentState[]> {
  const states: ProviderPaymentState[] = [];
  for (const object of [root, other]) {
    const taken = object?.outcome.kind === 'succeeded' ? getPayments(object.outcome.taken) : [];
    for (const { id, type, capturedAt, isReturned } of taken) {
      if (payments.some(({ providerObjectId }) => providerObjectId === id)) continue;
      const isLate = object === other || now.getTime() - capturedAt.getTime() > LATE_MS;
      const state = (isReturned ?? isLate) ? await provider.readPayment({ type, id }) : null;
      if (state) states.push(state);
    }
  }
  return states;
}
