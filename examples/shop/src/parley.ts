import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Config } from './config.ts';
import type { Order } from './orders.ts';

/** The part of a webhook that the shop reads. */
interface ParleyEvent {
  readonly type: string;
  readonly data: {
    readonly object: { readonly id: string; readonly metadata?: { readonly order_id?: string } };
  };
}

const ATTEMPTS = 3;
const RETRY_DELAY_MS = 500;

/** Everything that the shop exchanges with Parley. */
export function createParley(config: Config) {
  /**
   * Sends a request, and sends it again when the result is unknown or temporary. This is safe because both
   * operations below have the same effect however often Parley receives them.
   * @throws Error with Parley's response
   */
  async function post<Result>(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(config.apiUrl + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${config.secretKey}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      }).catch((error: Error) => error);
      if (response instanceof Response && response.ok) return (await response.json()) as Result;

      const isTemporary =
        response instanceof Error || response.status === 429 || response.status >= 500;
      if (!isTemporary || attempt === ATTEMPTS) throw await describe(response);
      await delay(RETRY_DELAY_MS * attempt);
    }
  }

  return {
    /**
     * Creates the payment session of an order and returns the URL of its payer page. The idempotency key makes
     * sure that an order has one session, also if a response is lost and the request is sent again.
     */
    async createSession(order: Order): Promise<string> {
      const { handoff_url } = await post<{ handoff_url: string }>(
        '/proxy_sessions/handoff',
        {
          amount_minor: order.amountMinor,
          currency: order.currency,
          buyer_reference: order.customer,
          cart_snapshot: { lines: order.lines },
          metadata: { order_id: order.id },
          publishable_key: config.publishableKey,
          payer_destination_url: `${config.shopUrl}/orders/${order.id}`,
        },
        { 'idempotency-key': order.id },
      );
      return handoff_url;
    },

    /** Reports that a paid order is fulfilled. A repeated report changes nothing. */
    async reportProvisioned(sessionId: string, order: Order): Promise<void> {
      await post(`/proxy_sessions/${sessionId}/provisioned`, {
        fulfillment_reference: order.id,
      });
    },

    /**
     * Returns the event of a webhook request. `body` must be the bytes as received: JSON that was parsed and
     * serialized again has another signature.
     * @throws WebhookVerificationError if the signature is wrong or older than five minutes
     */
    verifyEvent(body: Buffer, headers: Record<string, string>): ParleyEvent {
      return new Webhook(config.signingSecret).verify(body, headers) as ParleyEvent;
    },
  };
}

async function describe(response: Response | Error): Promise<Error> {
  if (response instanceof Error) return response;
  return new Error(`Parley responded ${response.status}: ${await response.text()}`);
}
