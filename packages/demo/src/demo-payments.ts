import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Parley } from '@parley/sdk';

/** The sandbox, and the merchant's key there. */
export interface Sandbox {
  readonly url: string;
  readonly secretKey: string;
}

interface Order {
  readonly amount_minor: number;
  readonly currency: string;
}

const PAID_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 50;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Pays sessions at the sandbox, as a merchant's server and a payer's browser do.
 * @throws Error with the response body when the sandbox refuses a call, except for a declined payment (402)
 */
export function createDemoPayments(
  { sessions, acquisitionAttempts }: Parley,
  { url, secretKey }: Sandbox,
) {
  async function callSandbox(
    path: string,
    form: Record<string, string>,
    key?: string,
  ): Promise<{ id: string }> {
    const response = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, ...(key && { 'idempotency-key': key }) },
      body: new URLSearchParams(form),
    });
    const body = (await response.json()) as { id: string };
    if (response.ok || response.status === 402) return body;
    throw new Error(
      `${response.status} from ${path} while creating demo data: ${JSON.stringify(body)}`,
    );
  }

  return {
    /** Reserves an attempt, creates, attaches and confirms its payment intent. Returns the intent's id. */
    async prepare(id: string, { amount_minor, currency }: Order): Promise<string> {
      const { acquisition_attempt: attempt, provider } = await acquisitionAttempts.reserve(id, {
        commercial_mode: 'one_time',
        integration_path: 'payment_intent',
        pricing_mode: 'fixed',
        provider_options_fingerprint: sha256('demo'),
      });
      const metadata = Object.entries(provider.metadata).map(([name, value]) => [
        `metadata[${name}]`,
        value,
      ]);
      const intent = await callSandbox(
        '/payment_intents',
        { amount: String(amount_minor), currency, ...Object.fromEntries(metadata) },
        provider.idempotency_keys.root,
      );
      await acquisitionAttempts.attachProviderObject(id, attempt.id, {
        role: 'root',
        object_type: 'payment_intent',
        object_id: intent.id,
        expected_version: attempt.version,
        provider_confirmation: {
          amount_minor,
          currency,
          cart_version: 1,
          evidence_sha256: sha256(JSON.stringify(intent)),
        },
      });
      return intent.id;
    },

    async changeAmount(intent: string, amount: number): Promise<void> {
      await callSandbox(`/payment_intents/${intent}`, { amount: String(amount) });
    },

    async pay(intent: string, paymentMethod: string): Promise<void> {
      await callSandbox(`/payment_intents/${intent}/confirm`, {
        payment_method: paymentMethod,
        use_stripe_sdk: 'true',
      });
    },

    /** Waits until the worker has applied the payment of a session. */
    async waitUntilPaid(id: string): Promise<void> {
      const deadline = performance.now() + PAID_TIMEOUT_MS;
      while ((await sessions.retrieve(id)).status !== 'paid') {
        if (performance.now() > deadline) {
          throw new Error(
            `The demo session ${id} was not paid within ${PAID_TIMEOUT_MS / 1000} s. Check that the worker runs.`,
          );
        }
        await delay(POLL_INTERVAL_MS);
      }
    },
  };
}
