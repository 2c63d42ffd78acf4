export { parseNotification, verifyNotification } from './notification.ts';
export { realOrigin, sandboxOrigin } from './origins.ts';
export type {
  ConnectProvider,
  ObjectRef,
  PayerAccess,
  PayerMount,
  Provider,
  ProviderAccount,
  ProviderMoney,
  ProviderNotification,
  ProviderOutcome,
  ProviderRoot,
  ProviderSubscription,
  RecurringCharge,
} from './port.ts';
export { type ConnectorOptions, connectStripe, stripeConnector } from './stripe-provider.ts';
