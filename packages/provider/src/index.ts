export { readNotice } from './notice.ts';
export type {
  ConnectProvider,
  NewPaymentIntent,
  ObjectRef,
  Provider,
  ProviderAccount,
  ProviderNotice,
  ProviderOutcome,
  ProviderRoot,
  ProviderSubscription,
} from './port.ts';
export { connectStripe } from './stripe-provider.ts';
