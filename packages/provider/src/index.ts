export { anonymizeNotification } from './anonymize-notification.ts';
export { aroundCalls } from './around-calls.ts';
export { parseNotification, verifyNotification } from './notification.ts';
export { realOrigin, sandboxOrigin } from './origins.ts';
export type {
  ConnectProvider,
  EventPage,
  ListedPayment,
  NamedAttempt,
  NewWebhookEndpoint,
  ObjectOwner,
  ObjectRef,
  PayerAccess,
  PayerMount,
  PaymentPage,
  Provider,
  ProviderAccount,
  ProviderNotification,
  ProviderOutcome,
  ProviderPayment,
  ProviderPaymentState,
  ProviderRoot,
  ProviderSubscription,
  RecurringCharge,
  WebhookEndpointRefusal,
} from './port.ts';
export { type ConnectorOptions, connectStripe, stripeConnector } from './stripe-provider.ts';
