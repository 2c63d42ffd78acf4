import { Parley, type ParleyEvent, webhooks } from '@parley/sdk';
import type { Config } from './config.ts';
import type { Order } from './orders.ts';

/** Everything that the shop exchanges with Parley. The SDK repeats requests whose result is unknown or temporary. */
export function createParley(config: Config) {
  const parley = new Parley({ apiKey: config.secretKey, baseUrl: config.apiUrl });

  return {
    /**
     * Creates the payment session of an order and returns the URL of its payer page. The idempotency key makes
     * sure that an order has one session, even if the customer sends the form again.
     */
    async createSession(order: Order): Promise<string> {
      const { handoff_url } = await parley.sessions.createWithHandoff(
        {
          amount_minor: order.amountMinor,
          currency: order.currency,
          buyer_reference: order.customer,
          cart_snapshot: { lines: order.lines },
          metadata: { order_id: order.id },
          publishable_key: config.publishableKey,
          payer_destination_url: `${config.shopUrl}/orders/${order.id}`,
        },
        { idempotencyKey: order.id },
      );
      return handoff_url;
    },

    /** Reports that a paid order is fulfilled. A repeated report changes nothing. */
    async reportProvisioned(sessionId: string, order: Order): Promise<void> {
      await parley.sessions.reportProvisioned(sessionId, { fulfillment_reference: order.id });
    },

    /**
     * Returns the event of a webhook request. `body` must be the bytes as received: JSON that was parsed and
     * serialized again has another signature.
     * @throws WebhookVerificationError if the signature is wrong or older than five minutes
     */
    verifyEvent(body: Buffer, headers: NodeJS.Dict<string | string[]>): Promise<ParleyEvent> {
      return webhooks.verify(body, headers, config.signingSecret);
    },
  };
}
