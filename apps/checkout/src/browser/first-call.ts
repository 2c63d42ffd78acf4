import type { FirstCall } from '../view/first-call.ts';
import type { PayerClient, PayerRpc } from './payer-client.ts';
import type { CallResponse } from './send-call.ts';

declare global {
  interface Window {
    /** The call that the head of the document has sent; null after a failure. */
    firstCall?: Promise<CallResponse | null>;
  }
  interface Document {
    /** Whether the page is loaded before the payer has opened it. */
    readonly prerendering?: boolean;
  }
}

/**
 * A client whose first call is the one that the document has sent. Its preparations open the page until one has
 * succeeded.
 * @param sent the procedure of that call; null if there is none
 */
export function withFirstCall(client: PayerRpc, sent: FirstCall | null): PayerClient {
  let first = window.firstCall;
  let isOpened = false;

  async function call<T>(procedure: FirstCall, send: () => Promise<T | null>): Promise<T | null> {
    if (procedure !== sent || first === undefined) return send();
    const response = await first;
    first = undefined;
    return (response?.result.data ?? null) as T | null;
  }
  return {
    ...client,
    async preparePayment() {
      if (isOpened) return client.preparePayment();
      const prepared = await call('openPage', client.openPage);
      isOpened = prepared !== null;
      return prepared;
    },
    syncPayment: () => call('syncPayment', client.syncPayment),
  };
}
