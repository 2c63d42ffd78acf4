export { anonymizeNotification } from './anonymize-notification.ts';
export { aroundCalls } from './around-calls.ts';
export { chargeMultiple, findChargeRefusal } from './charge-limits.ts';
export { parseNotification, verifyNotification } from './notification.ts';
export { REAL_DASHBOARD_URL, realOrigin, sandboxOrigin } from './origins.ts';
export * from './outcome-groups.ts';
export type { PayerAccess, PayerMount, RecurringCharge } from './payer-access.ts';
export type {
  Adjustments,
  ConnectProvider,
  EventPage,
  ListedPayment,
  MerchantAccount,
  NamedAttempt,
  NewWebhookEndpoint,
  ObjectOwner,
  ObjectRef,
  PaymentPage,
  Provider,
  ProviderAccount,
  ProviderDecline,
  ProviderDispute,
  ProviderNotification,
  ProviderOutcome,
  ProviderPayment,
  ProviderPaymentState,
  ProviderRoot,
  ProviderSetup,
  ProviderSubscription,
  WebhookEndpointRefusal,
} from './port.ts';
export { classifyFailure, type ProviderFailure, ProviderRefusal } from './stripe-errors.ts';
export { type ConnectorOptions, connectStripe, stripeConnector } from './stripe-provider.ts';
