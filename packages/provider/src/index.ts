export { readNotice } from './notice.ts';
export type {
  ConnectProvider,
  NewPaymentIntent,
  Provider,
  ProviderAccount,
  ProviderNotice,
  ProviderOutcome,
  ProviderRoot,
} from './port.ts';
export { connectStripe } from './stripe-provider.ts';
