import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from './world.ts';

const ANSWER_MS = 15_000;

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Calls as the merchant's own server makes them, to us and to the provider. */
export interface Callers {
  /** A call to us, repeated under one key until it is answered, as a careful merchant would. */
  api<Body = unknown>(method: string, path: string, body?: object): Promise<Answer<Body>>;
  /** A call to the provider, repeated under its key when no answer comes. */
  provider<Body>(method: string, path: string, body?: object, key?: string): Promise<Body>;
}

export function callersOf({ apiUrl, secretKey, account }: World): Callers {
  return {
    async api<Body>(method: string, path: string, body?: object) {
      const key = randomUUID();
      for (;;) {
        const answer = await fetch(`${apiUrl}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${secretKey}`,
            'idempotency-key': key,
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.timeout(ANSWER_MS),
        })
          .then(async (one) => ({ status: one.status, body: (await one.json()) as Body }))
          // Killed just now: the same again.
          .catch(() => null);
        if (answer && answer.status < 500 && answer.status !== 429) return answer;
        await pause(100 + Math.random() * 200);
      }
    },

    async provider<Body>(method: string, path: string, body: object = {}, key = randomUUID()) {
      const query = method === 'GET' ? `?${fields(body)}` : '';
      for (let tries = 0; tries < 5; tries++) {
        const answer = await fetch(`${account.apiUrl}${path}${query}`, {
          method,
          headers: { authorization: `Bearer ${account.secretKey}`, 'idempotency-key': key },
          ...(method === 'GET' ? {} : { body: fields(body) }),
        })
          .then(async (one) => (await one.json()) as Body)
          .catch(() => null);
        if (answer) return answer;
        await pause(200);
      }
      throw new Error(`the provider does not answer ${path}`);
    },
  };
}

/** Fields as the provider takes them: a[b][0]=c. */
function fields(value: unknown, name = '', into = new URLSearchParams()): URLSearchParams {
  if (typeof value !== 'object' || value === null) into.append(name, String(value));
  else {
    for (const [key, inner] of Object.entries(value)) {
      fields(inner, name === '' ? key : `${name}[${key}]`, into);
    }
  }
  return into;
}
