import type { ApiScope } from '@parley/contract';
import { DomainError } from '@parley/domain';
import { type Caller, fingerprint } from '@parley/operations';
import { authenticate } from '../authenticate.ts';
import type { MerchantContext } from '../context.ts';
import { merchantTrpc } from '../trpc.ts';
import { resolvePath } from './resolve-path.ts';

const MAX_KEY_LENGTH = 255;

/** For whoever may act for the merchant: a secret key, or a person signed in. */
export const merchantProcedure = merchantTrpc.procedure.use(
  async ({ ctx, next, type, meta, getRawInput }) => {
    const caller = await callerOf(ctx, meta?.scope);
    const { idempotencyKey } = ctx;
    if (type !== 'mutation' || idempotencyKey === undefined) {
      return next({ ctx: { ...ctx, caller } });
    }
    if (idempotencyKey === '' || idempotencyKey.length > MAX_KEY_LENGTH) {
      throw new DomainError(
        'invalid_request',
        `idempotency-key must be 1 to ${MAX_KEY_LENGTH} characters.`,
      );
    }
    const input = ((await getRawInput()) ?? {}) as Record<string, unknown>;
    const idempotency = {
      key: idempotencyKey,
      method: meta?.openapi?.method ?? 'POST',
      path: resolvePath(meta?.openapi?.path ?? '', input),
      fingerprint: fingerprint(input),
      onReplay: ctx.onReplay ?? (() => {}),
    };
    return next({ ctx: { ...ctx, caller: { ...caller, idempotency } } });
  },
);

/**
 * @throws DomainError authentication_required, invalid_api_key, publishable_key_not_allowed,
 *   insufficient_scope
 */
async function callerOf(ctx: MerchantContext, scope: ApiScope | undefined): Promise<Caller> {
  const { requestId, user } = ctx;
  if (user) {
    const { merchantId, mode } = user;
    return { merchantId, mode, requestId, actor: { kind: 'user', id: user.userId } };
  }
  const key = bearerToken(ctx.authorization);
  if (key === null) throw new DomainError('authentication_required');
  const { merchantId, mode, kind, id, scopes } = await authenticate(ctx, key);
  if (kind !== 'secret') throw new DomainError('publishable_key_not_allowed');
  requireScope(scopes, scope);
  return { merchantId, mode, requestId, actor: { kind: 'api_key', id } };
}

/**
 * A key without scopes may do everything.
 * @throws DomainError insufficient_scope, naming the one that is missing
 */
export function requireScope(granted: readonly string[], scope: ApiScope | undefined): void {
  if (granted.length === 0 || (scope !== undefined && granted.includes(scope))) return;
  throw new DomainError('insufficient_scope', `This API key lacks the scope ${scope}.`);
}

/** The token of an Authorization header; null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer[ ]+(\S+)[ ]*$/i.exec(authorization ?? '');
  return match?.[1] ?? null;
}
