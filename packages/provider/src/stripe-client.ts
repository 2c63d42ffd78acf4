import Stripe from 'stripe';
import { outOfTime, timeLeft } from './call-budget.ts';
import type { ProviderAccount } from './port.ts';

/** Repeats the client makes, with the same idempotency key, where an answer does not come. */
const REPEATS = 2;

/**
 * The official client, its host set to the account's.
 * @param tryMs milliseconds one request may take
 */
export function stripeClient(account: ProviderAccount, tryMs: number): Stripe {
  const url = new URL(account.apiUrl);
  return new Stripe(account.secretKey, {
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    host: url.hostname,
    ...(url.port ? { port: url.port } : {}),
    timeout: tryMs,
    maxNetworkRetries: REPEATS,
    telemetry: false,
    httpClient: withinTimeLeft(Stripe.createNodeHttpClient()),
  });
}

/** No request is begun, or waited for, that nobody waits for any more. */
function withinTimeLeft(client: Stripe.HttpClient): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, headers, body, protocol, timeout) {
      const left = timeLeft();
      if (left <= 0) throw outOfTime();
      const atMost = Math.ceil(Math.min(timeout, left));
      return client.makeRequest(host, port, path, method, headers, body, protocol, atMost);
    },
  };
}
