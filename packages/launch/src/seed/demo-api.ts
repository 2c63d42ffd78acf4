import { createHash } from 'node:crypto';
import { until } from '../until.ts';

export interface DemoApiOptions {
  /** With the version at its end. */
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

/** The calls that a merchant's server and a payer's browser make, as the demo makes them. */
export function demoApi(options: DemoApiOptions) {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  async function answered(response: Response): Promise<Record<string, unknown>> {
    const body = (await response.json()) as Record<string, unknown>;
    if (response.ok || response.status === 402) return body;
    const { pathname } = new URL(response.url);
    throw new Error(`The demo's ${pathname} was refused: ${JSON.stringify(body)}`);
  }

  const call = async (method: string, path: string, body?: object) =>
    answered(
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
    answered(
      await fetch(`${options.sandboxUrl}/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${options.sandboxSecretKey}`,
          ...(key ? { 'idempotency-key': key } : {}),
        },
        body: new URLSearchParams(form),
      }),
    );

  return {
    create: async (order: object) => String((await call('POST', '/proxy_sessions', order)).id),

    createWithHandoff: async (order: object) => {
      const { publishableKey: publishable_key } = options;
      const body = { ...order, publishable_key };
      return String((await call('POST', '/proxy_sessions/handoff', body)).id);
    },

    opened: async (id: string) => {
      await call('POST', `/proxy_sessions/${id}/payer_opened`);
    },

    /** Reserves, creates the payment intent, attaches and confirms it; answers its id. */
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
      await provider(`/payment_intents/${intent}/confirm`, { payment_method: paymentMethod });
    },

    /** Waits until the session is paid, then reports what became of it. */
    report: async (id: string, what: 'provisioned' | 'provisioning_failed', body: object) => {
      const paid = await until(
        async () => (await call('GET', `/proxy_sessions/${id}/merchant`)).status === 'paid',
        { timeoutMs: PAID_TIMEOUT_MS },
      );
      if (!paid)
        throw new Error(`The demo's session ${id} was not paid in time. Is the worker up?`);
      await call('POST', `/proxy_sessions/${id}/${what}`, body);
    },
  };
}

export type DemoApi = ReturnType<typeof demoApi>;
