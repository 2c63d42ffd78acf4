import { authenticateKey } from '@parley/operations';
import type { RequestContext } from './context.ts';

/**
 * Whose key a request came with, within the key's allowance.
 * @throws DomainError rate_limited, invalid_api_key
 */
export async function authenticate(ctx: RequestContext, key: string) {
  await ctx.admit?.(key);
  const record = await authenticateKey(ctx.deps, key);
  ctx.onCaller?.(record);
  return record;
}
