import { order } from '@parley/bench-shared/order';

/**
 * Creates a session and returns its id.
 * @throws Error when the API refuses it
 */
export async function createSession(
  apiUrl: string,
  secretKey: string,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<string> {
  const response = await fetch(`${apiUrl}/v1/proxy_sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(order),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`create: ${response.status} ${text}`);
  return (JSON.parse(text) as { id: string }).id;
}
