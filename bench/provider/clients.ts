import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from './start-product.ts';

const RESPONSE_TIMEOUT_MS = 15_000;

export interface ApiResponse<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Requests of the merchant's server to the API and to the provider. */
export interface Clients {
  /** Sends a request to the API; retries with one idempotency key until it gets a response. */
  api<Body = unknown>(method: string, path: string, body?: object): Promise<ApiResponse<Body>>;
  /** Sends a request to the provider; retries with its key if it gets no response. */
  provider<Body>(method: string, path: string, body?: object, key?: string): Promise<Body>;
}

export function createClients({
  apiUrl,
  secretKey,
  account,
}: Pick<Product, 'apiUrl' | 'secretKey' | 'account'>): Clients {
  return {
    async api<Body>(method: string, path: string, body?: object) {
      const key = randomUUID();
      for (;;) {
        const response = await fetch(`${apiUrl}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${secretKey}`,
            'idempotency-key': key,
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
        })
          .then(async (one) => ({ status: one.status, body: (await one.json()) as Body }))
          // The API was killed; the loop retries.
          .catch(() => null);
        if (response && response.status < 500 && response.status !== 429) return response;
        await pause(100 + Math.random() * 200);
      }
    },

    async provider<Body>(method: string, path: string, body: object = {}, key = randomUUID()) {
      const query = method === 'GET' ? `?${encodeFields(body)}` : '';
      for (let tries = 0; tries < 5; tries++) {
        const response = await fetch(`${account.apiUrl}${path}${query}`, {
          method,
          headers: { authorization: `Bearer ${account.secretKey}`, 'idempotency-key': key },
          ...(method === 'GET' ? {} : { body: encodeFields(body) }),
        })
          .then(async (one) => (await one.json()) as Body)
          .catch(() => null);
        if (response) return response;
        await pause(200);
      }
      throw new Error(`the provider does not respond to ${path}`);
    },
  };
}

/** Encodes fields as the provider expects them: a[b][0]=c. */
export function encodeFields(
  value: unknown,
  name = '',
  into = new URLSearchParams(),
): URLSearchParams {
  if (typeof value !== 'object' || value === null) into.append(name, String(value));
  else {
    for (const [key, inner] of Object.entries(value)) {
      encodeFields(inner, name === '' ? key : `${name}[${key}]`, into);
    }
  }
  return into;
}
