/** The objects at the provider, in terms of the model. */

export const paths = ['payment_intent', 'checkout_session', 'direct_subscription'] as const;
export type Path = (typeof paths)[number];

export type ObjectKind = 'payment_intent' | 'checkout.session' | 'subscription';

export const rootKind: Readonly<Record<Path, ObjectKind>> = {
  payment_intent: 'payment_intent',
  checkout_session: 'checkout.session',
  direct_subscription: 'subscription',
};

export type ProviderStatus =
  | 'waiting'
  | 'declined'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  /** The total is zero, for example because of a coupon. */
  | 'free'
  | 'trialing'
  /** The first payment after the trial, which is not that of the first invoice. */
  | 'billed'
  | 'failed'
  | 'canceled'
  | 'expired';

/** The attempt that metadata names: by number, or one of another session; null for none. */
export type NamedAttempt = number | 'another_session' | null;

export interface ProviderObject {
  readonly kind: ObjectKind;
  readonly attempt: NamedAttempt;
  readonly status: ProviderStatus;
  readonly currency: string;
  /** Minor units, as are the others. */
  readonly taken: number;
  readonly refunded: number;
  readonly disputed: number;
}

export const newObject = (
  kind: ObjectKind,
  attempt: NamedAttempt,
  currency: string,
): ProviderObject => ({
  kind,
  attempt,
  status: 'waiting',
  currency,
  taken: 0,
  refunded: 0,
  disputed: 0,
});

const open = ['waiting', 'declined', 'requires_action', 'processing', 'succeeded'] as const;
const statuses: Readonly<Record<ObjectKind, readonly ProviderStatus[]>> = {
  payment_intent: [...open, 'canceled'],
  'checkout.session': [...open, 'free', 'failed', 'expired'],
  subscription: [...open, 'free', 'trialing', 'billed', 'expired'],
};

/** A payment that is processing or has ended cannot be closed. */
export const canBeClosed = (status: ProviderStatus): boolean =>
  status === 'waiting' || status === 'declined' || status === 'requires_action';

/** The object after a request to close it. */
export function closed<T extends ProviderObject>(object: T): T {
  if (!canBeClosed(object.status)) return object;
  return { ...object, status: object.kind === 'payment_intent' ? 'canceled' : 'expired' };
}

/** Whether an object can change to a status. One that ended without money stays so. */
export function canBecome({ kind, status }: ProviderObject, next: ProviderStatus): boolean {
  if (!statuses[kind].includes(next)) return false;
  if (canBeClosed(status)) return next !== 'waiting' && next !== 'billed';
  if (status === 'processing') {
    return next === 'succeeded' || next === (kind === 'checkout.session' ? 'failed' : 'declined');
  }
  if (status === 'trialing') return next === 'billed';
  // The payer can pay a failed checkout session with another card.
  return status === 'failed' && next === 'succeeded';
}

/** Whether the payer has begun to pay, or has nothing to pay. */
export const isMoving = (status: ProviderStatus): boolean =>
  ['requires_action', 'processing', 'succeeded', 'free', 'trialing', 'billed'].includes(status);

/** Whether an object has taken money, at first or after a trial. */
export const hasTaken = (status: ProviderStatus): boolean =>
  status === 'succeeded' || status === 'billed';

/** Whether a subscription has started without a payment. */
export const isNothingDue = (status: ProviderStatus): boolean =>
  status === 'free' || status === 'trialing';

/** The id of the payment intent through which an object takes money. */
export const getIntent = (id: string): string => (id.startsWith('pi_') ? id : `pi_${id}`);

/** What a merchant sees of a subscription: its status and that of its latest payment. */
export function subscriptionLook(status: ProviderStatus): readonly [string, string] {
  switch (status) {
    case 'waiting':
      return ['incomplete', 'open'];
    case 'declined':
    case 'processing':
      return ['incomplete', 'failed'];
    case 'requires_action':
      return ['incomplete', 'action_required'];
    case 'trialing':
      return ['trialing', 'paid'];
    case 'succeeded':
    case 'free':
    case 'billed':
      return ['active', 'paid'];
    default:
      return ['incomplete_expired', 'void'];
  }
}
