import type { Preparation } from '../documents/payer-page.tsx';
import type { PayerClient } from './payer-client.ts';

/** After this time the connection of the document is considered lost. */
const TIMEOUT_MS = 25_000;

/**
 * A client whose first preparation is the one that the server started with the document. If the document
 * ended without it, that call is sent to the server like every other.
 */
export function withStreamedPreparation(client: PayerClient, isPreparing: boolean): PayerClient {
  let streamed = isPreparing ? readPreparation() : undefined;
  return {
    ...client,
    async preparePayment() {
      const first = streamed;
      streamed = undefined;
      const prepared = await first;
      return prepared === undefined ? client.preparePayment() : prepared;
    },
  };
}

/** The result at the end of the document: null after a failure, undefined if it is missing. */
async function readPreparation(): Promise<Preparation | null | undefined> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => {
      document.addEventListener('DOMContentLoaded', resolve, { once: true });
      setTimeout(resolve, TIMEOUT_MS);
    });
  }
  const result = document.getElementById('preparation')?.dataset.result;
  return result === undefined ? undefined : JSON.parse(result);
}
