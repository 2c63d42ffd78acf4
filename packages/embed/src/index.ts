export type { CheckoutEvent, CheckoutHandle, CheckoutOptions } from './events.ts';
export { type MountOptions, mountCheckout } from './mount-checkout.ts';
export { openCheckout } from './open-checkout.ts';
