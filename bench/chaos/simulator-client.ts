import { setTimeout as delay } from 'node:timers/promises';
import { encodeFields } from '../provider/clients.ts';
import type { Scope } from './merchants.ts';

const TIMEOUT_MS = 15_000;
const REPEAT_AFTER_MS = 200;

/** Sends a request of a merchant's server, or of a payer's browser, to the provider. */
export type SendToProvider = <Body>(
  scope: Scope,
  method: string,
  path: string,
  fields?: object,
  key?: string,
) => Promise<Body>;

/**
 * Creates a client of the simulator, which passes no proxy. It repeats a request until it has a response that is not
 * 5xx, and throws the reason of the signal if the run ends before.
 */
export function createSimulatorClient(url: string, signal: () => AbortSignal): SendToProvider {
  return async <Body>(
    scope: Scope,
    method: string,
    path: string,
    fields: object = {},
    key?: string,
  ) => {
    const text = encodeFields(fields).toString();
    for (;;) {
      signal().throwIfAborted();
      const response = await fetch(`${url}${path}${method === 'GET' ? `?${text}` : ''}`, {
        method,
        headers: {
          authorization: `Bearer ${scope.account.secretKey}`,
          'content-type': 'application/x-www-form-urlencoded',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(method === 'GET' ? {} : { body: text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
        .then(async (one) => ({ status: one.status, body: (await one.json()) as Body }))
        .catch(() => null);
      if (response && response.status < 500 && response.status !== 409) return response.body;
      await delay(REPEAT_AFTER_MS);
    }
  };
}
