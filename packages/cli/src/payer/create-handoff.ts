import type { CreateSessionRequest, ProxySessionHandoff } from '@parley/sdk';
import { createClient, type Login } from '../config.ts';
import { UsageError } from '../errors.ts';

/** A session as `parley` creates it: one article for the whole amount. */
type Order = Pick<CreateSessionRequest, 'amount_minor' | 'currency' | 'buyer_reference'> &
  Partial<Pick<CreateSessionRequest, 'expires_at'>>;

/**
 * Creates a session with the URL of its payer page.
 * @throws UsageError without a publishable key, ApiError
 */
export async function createHandoff(login: Login, order: Order): Promise<ProxySessionHandoff> {
  const { publishable_key } = login;
  if (!publishable_key) {
    throw new UsageError(
      'The payer page needs your publishable key. Run "parley login", or set PARLEY_PUBLISHABLE_KEY.',
    );
  }
  const { amount_minor } = order;
  return createClient(login).sessions.createWithHandoff({
    ...order,
    publishable_key,
    cart_snapshot: { lines: [{ name: 'Test article', quantity: 1, amount_minor }] },
  });
}
