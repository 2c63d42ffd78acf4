export {
  type NotificationTopic,
  type ProviderNotification,
  parseNotification,
  verifyNotification,
} from './notification.ts';
export { realOrigin, sandboxOrigin } from './origins.ts';
export type { PayerAccess, PayerMount, RecurringCharge } from './payer-access.ts';
export type {
  ConnectProvider,
  ObjectRef,
  Provider,
  ProviderAccount,
  ProviderMoney,
  ProviderOutcome,
  ProviderRoot,
  ProviderSubscription,
} from './port.ts';
export { connectStripe, type Patience, stripeConnector } from './stripe-provider.ts';
