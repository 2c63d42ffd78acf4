import type { PayerPage, PaymentForm } from '@parley/operations';
import type { PayerRouter } from '@parley/router/payer';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { sendCall } from './send-call.ts';

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

/**
 * Calls the procedures of the payer router without a library, which would be a quarter of the page's script.
 * @param locale the language and region of the page
 */
export function createPayerClient(link: PayerLink, locale: string): PayerRpc {
  const call = async <P extends keyof PayerRpc>(
    procedure: P,
    input: Omit<inferRouterInputs<PayerRouter>[P], keyof PayerLink>,
  ): Promise<inferRouterOutputs<PayerRouter>[P] | null> => {
    const response = await sendCall(`/rpc/${procedure}`, JSON.stringify({ ...link, ...input }));
    return (response?.result.data ?? null) as inferRouterOutputs<PayerRouter>[P] | null;
  };
  return {
    openPage: () => call('openPage', { locale }),
    getPage: () => call('getPage', {}),
    syncPayment: () => call('syncPayment', {}),
    preparePayment: () => call('preparePayment', {}),
    verifyChallenge: (token) => call('verifyChallenge', { token }),
    checkCharge: (charge) => call('checkCharge', charge),
  };
}
