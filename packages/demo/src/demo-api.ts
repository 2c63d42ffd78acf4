import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export interface DemoApiOptions {
  /** The base URL, including `/v1`. */
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly sandboxSecretKey: string;
}

interface Order {
  readonly amount_minor: number;
  readonly currency: string;
}

const PAID_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 50;

/**
 * A client that makes the calls of a merchant's server and of a payer's browser.
 * @throws Error with the response body when a call fails, except for a declined payment (402)
 */
export function createDemoApi(options: DemoApiOptions) {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  async function readBody(response: Response): Promise<Record<string, unknown>> {
    const body = (await response.json()) as Record<string, unknown>;
    if (response.ok || response.status === 402) return body;
    const { pathname } = new URL(response.url);
    throw new Error(
      `${response.status} from ${pathname} while creating demo data: ${JSON.stringify(body)}`,
    );
  }

  const call = async (method: string, path: string, body?: object) =>
    readBody(
      await fetch(`${options.apiUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${options.secretKey}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );

  const provider = async (path: string, form: Record<string, string>, key?: string) =>
    readBody(
      await fetch(`${options.sandboxUrl}/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${options.sandboxSecretKey}`,
          ...(key ? { 'idempotency-key': key } : {}),
        },
        body: new URLSearchParams(form),
      }),
    );

  async function waitUntilPaid(id: string): Promise<void> {
    const deadline = performance.now() + PAID_TIMEOUT_MS;
    while ((await call('GET', `/proxy_sessions/${id}/merchant`)).status !== 'paid') {
      if (performance.now() > deadline) {
        throw new Error(
          `The demo session ${id} was not paid within ${PAID_TIMEOUT_MS / 1000} s. Check that the worker runs.`,
        );
      }
      await delay(POLL_INTERVAL_MS);
    }
  }

  return {
    create: async (order: object) => String((await call('POST', '/proxy_sessions', order)).id),

    createWithHandoff: async (order: object) => {
      const { publishableKey: publishable_key } = options;
      const body = { ...order, publishable_key };
      return String((await call('POST', '/proxy_sessions/handoff', body)).id);
    },

    recordOpened: async (id: string) => {
      await call('POST', `/proxy_sessions/${id}/payer_opened`);
    },

    /** Reserves an attempt, creates, attaches and confirms its payment intent. Returns the intent's id. */
    prepare: async (id: string, order: Order): Promise<string> => {
      const attempts = `/proxy_sessions/${id}/acquisition_attempts`;
      const reserved = await call('POST', attempts, {
        commercial_mode: 'one_time',
        integration_path: 'payment_intent',
        pricing_mode: 'fixed',
        provider_options_fingerprint: sha256('demo'),
      });
      const attempt = reserved.acquisition_attempt as { id: string; version: number };
      const identity = reserved.provider as {
        idempotency_keys: { root: string };
        metadata: Record<string, string>;
      };
      const metadata = Object.entries(identity.metadata).map(([name, value]) => [
        `metadata[${name}]`,
        value,
      ]);
      const intent = await provider(
        '/payment_intents',
        {
          amount: String(order.amount_minor),
          currency: order.currency,
          ...Object.fromEntries(metadata),
        },
        identity.idempotency_keys.root,
      );
      await call('POST', `${attempts}/${attempt.id}/provider_objects`, {
        role: 'root',
        object_type: 'payment_intent',
        object_id: intent.id,
        expected_version: attempt.version,
        provider_confirmation: {
          amount_minor: order.amount_minor,
          currency: order.currency,
          cart_version: 1,
          evidence_sha256: sha256(JSON.stringify(intent)),
        },
      });
      return String(intent.id);
    },

    changeAmount: async (intent: string, amount: number) => {
      await provider(`/payment_intents/${intent}`, { amount: String(amount) });
    },

    pay: async (intent: string, paymentMethod: string) => {
      await provider(`/payment_intents/${intent}/confirm`, {
        payment_method: paymentMethod,
        use_stripe_sdk: 'true',
      });
    },

    /** Waits until the session is paid, then reports the result of provisioning. */
    report: async (id: string, result: 'provisioned' | 'provisioning_failed', body: object) => {
      await waitUntilPaid(id);
      await call('POST', `/proxy_sessions/${id}/${result}`, body);
    },
  };
}

export type DemoApi = ReturnType<typeof createDemoApi>;
