import type { PayerPage, PaymentForm } from '@parley/operations';
import type { PayerRouter } from '@parley/router/payer';
import { createTRPCClient, httpLink } from '@trpc/client';

/** What the payment flow calls for one session. Every call resolves with null if it fails. */
export interface PayerClient {
  getPage(): Promise<PayerPage | null>;
  /** Reads the payment from the provider. */
  syncPayment(): Promise<PayerPage | null>;
  /** The form is null if the merchant's server has to act first, or if nothing is to be paid. */
  preparePayment(): Promise<Preparation | null>;
  checkCharge(
    charge: Pick<PayerPage, 'cart_version' | 'amount_minor' | 'currency'>,
  ): Promise<{ payable: boolean; page: PayerPage } | null>;
  /** Verifies the token of a challenge. */
  verifyChallenge(token: string): Promise<PayerPage | null>;
}

/** The payer's procedures. */
export interface PayerRpc extends PayerClient {
  /** Records that the payer has opened the page, and prepares the payment. */
  openPage(): Promise<Preparation | null>;
}

interface Preparation {
  readonly page: PayerPage;
  readonly form: PaymentForm | null;
}

/** What a payment link contains. */
interface PayerLink {
  /** Session id. */
  readonly id: string;
  /** Publishable key. */
  readonly pk: string;
}

const TIMEOUT_MS = 25_000;

/**
 * Calls the payer router by POST only, so that the publishable key appears in no URL.
 * @param locale the language and region of the page
 */
export function createPayerClient(link: PayerLink, locale: string): PayerRpc {
  const trpc = createTRPCClient<PayerRouter>({
    links: [
      httpLink({
        url: '/rpc',
        methodOverride: 'POST',
        fetch: (url, options) =>
          fetch(url, {
            ...options,
            signal: AbortSignal.timeout(TIMEOUT_MS),
            credentials: 'omit',
            cache: 'no-store',
          }),
      }),
    ],
  });
  const orNull = <T>(call: Promise<T>): Promise<T | null> => call.catch(() => null);
  return {
    openPage: () => orNull(trpc.openPage.mutate({ ...link, locale })),
    getPage: () => orNull(trpc.getPage.query(link)),
    syncPayment: () => orNull(trpc.syncPayment.mutate(link)),
    preparePayment: () => orNull(trpc.preparePayment.mutate(link)),
    verifyChallenge: (token) => orNull(trpc.verifyChallenge.mutate({ ...link, token })),
    checkCharge: (charge) => orNull(trpc.checkCharge.query({ ...link, ...charge })),
  };
}
