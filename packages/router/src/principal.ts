import {
  type ApiScope,
  DomainError,
  explicitScopes,
  hasScope,
  type MerchantId,
  type Mode,
  type Permission,
  requirePermission,
} from '@parley/domain';
import { authenticateKey, type Caller, identifyKey } from '@parley/operations';
import { z } from 'zod';
import type { Person, RequestContext } from './context.ts';
import type { OperationMeta } from './operation-meta.ts';

interface Holder {
  readonly keyId: string;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly settings: ApiKey['settings'];
}

type ApiKey = Awaited<ReturnType<typeof authenticateKey>>;
type KeyHolder = Pick<ApiKey, 'kind' | 'merchantId' | 'mode'>;

/** The authenticated party of a request. */
export type Principal =
  | (Holder & { readonly kind: 'secret_key'; readonly scopes: readonly string[] })
  | (Holder & { readonly kind: 'publishable_key' })
  | (Holder & { readonly kind: 'payer'; readonly sessionId: string })
  | (Person & { readonly kind: 'person' });

/** The credentials of a payer: a publishable key and the unguessable id of the session. */
export const payerInput = z.object({ id: z.string(), pk: z.string() });

/** Input that may carry a publishable key. */
const inputWithKey = z.object({ pk: z.string().optional() });

/**
 * Consumes one request from the rate limit of the key that a request sends. Persons have no limit here.
 * @param input the parsed input, where the procedure takes credentials in it
 * @throws DomainError rate_limited
 */
export async function consumeRateLimit(
  ctx: RequestContext,
  meta: OperationMeta,
  input: unknown,
): Promise<void> {
  if (meta.payer) {
    const { id, pk } = payerInput.parse(input);
    await ctx.consumeRateLimit?.(pk, id);
    return;
  }
  if (ctx.person !== undefined) return;
  const key = getKey(ctx, meta, input);
  if (key !== null) await ctx.consumeRateLimit?.(key);
}

/**
 * Counts a payer's request for its session, unless the session does not exist: a made-up id leaves no
 * bucket.
 * @throws DomainError rate_limited
 */
export async function withSessionLimit<
  Result extends { readonly ok: boolean; readonly error?: Error },
>(
  ctx: RequestContext,
  meta: OperationMeta,
  input: unknown,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!meta.payer || !ctx.reserveSession) return call();
  const { id, pk } = payerInput.parse(input);
  const reservation = await ctx.reserveSession(pk, id);
  let exists = false;
  try {
    const result = await call();
    const cause = result.error?.cause;
    exists = !(cause instanceof DomainError && cause.code === 'not_found');
    return result;
  } finally {
    if (exists) reservation.confirm();
    else reservation.release();
  }
}

/** The API key that a request sends, which is not authenticated yet; null without one. */
function getKey(ctx: RequestContext, meta: OperationMeta, input: unknown): string | null {
  if (meta.payer) return payerInput.parse(input).pk;
  const pk = meta.publishableKey ? inputWithKey.parse(input).pk : undefined;
  return pk ?? bearerToken(ctx.authorization);
}

/**
 * The flow of a request in the admission queue. Each merchant has three in each mode: one of its
 * secret keys, one of its publishable keys and one of its users. Without an address, all unknown keys
 * would be one flow, so a key is looked up before its first request waits.
 * @throws DomainError invalid_api_key, service_unavailable
 */
export async function readFlow(
  ctx: RequestContext,
  meta: OperationMeta,
  input: unknown,
): Promise<string> {
  const { deps, flows, address, person } = ctx;
  if (person) return `person ${person.merchantId} ${person.mode}`;
  const key = person === null ? null : getKey(ctx, meta, input);
  if (flows && key !== null && address === undefined && !flows.isKnown(key)) {
    flows.remember(key, flowOfHolder(await identifyKey(deps, key)));
  }
  return flows?.getFlow(key, address) ?? 'unknown';
}

const flowOfHolder = ({ kind, merchantId, mode }: KeyHolder): string =>
  `${kind} ${merchantId} ${mode}`;

/** @throws DomainError invalid_api_key */
async function authenticate({ deps, flows }: RequestContext, key: string): Promise<ApiKey> {
  try {
    const record = await authenticateKey(deps, key);
    flows?.remember(key, flowOfHolder(record));
    return record;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_api_key') flows?.forget(key);
    throw error;
  }
}

/**
 * Authenticates a request by the credentials that its procedure accepts.
 * @param input the parsed input, where the procedure takes credentials in it
 * @throws DomainError authentication_required, invalid_api_key
 */
export async function resolvePrincipal(
  ctx: RequestContext,
  meta: OperationMeta,
  input: unknown,
): Promise<Principal> {
  if (meta.payer) return resolvePayer(ctx, payerInput.parse(input));
  if (ctx.person) return { ...ctx.person, kind: 'person' };
  if (ctx.person === null) throw new DomainError('authentication_required', 'Sign in first.');
  if (meta.publishableKey) return resolveKeyInInput(ctx, inputWithKey.parse(input).pk);
  const token = bearerToken(ctx.authorization);
  if (token === null) throw new DomainError('authentication_required');
  return getPrincipal(await authenticate(ctx, token));
}

/**
 * Authenticates the key of the Authorization header and checks that it may send a body, before the
 * body is read. The procedure authenticates it again: a key may be revoked while its body arrives.
 *
 * The request does not wait for capacity here, so that slow bodies occupy none. A key that was not
 * authenticated lately is looked up together with others, as made-up keys are cheap to send.
 * @param meta the operation; undefined if the body decides which one is called
 * @throws DomainError authentication_required, invalid_api_key, rate_limited, insufficient_scope,
 *   publishable_key_not_allowed, service_unavailable
 */
export async function authorizeBody(ctx: RequestContext, meta?: OperationMeta): Promise<void> {
  const key = bearerToken(ctx.authorization);
  if (key === null) throw new DomainError('authentication_required');
  await ctx.consumeRateLimit?.(key);
  if (!ctx.flows?.isKnown(key)) await identifyKey(ctx.deps, key);
  const principal = getPrincipal(await authenticate(ctx, key));
  ctx.onCaller?.(principal);
  // A publishable key can only read.
  if (principal.kind === 'publishable_key') throw new DomainError('publishable_key_not_allowed');
  if (meta) requireAuthorization(principal, meta);
}

/**
 * Rejects a payer procedure that is called through another entry point than the payer page, which
 * alone limits the requests of a payment link.
 * @throws DomainError authentication_required, insufficient_scope, not_found
 */
export function requirePayerPage({ payerPage, person }: RequestContext): void {
  if (payerPage) return;
  if (person) {
    throw new DomainError(
      'insufficient_scope',
      'This operation is available on the payer page only.',
    );
  }
  if (person === null) throw new DomainError('authentication_required', 'Sign in first.');
  throw new DomainError('not_found');
}

async function resolvePayer(
  ctx: RequestContext,
  { id, pk }: z.infer<typeof payerInput>,
): Promise<Principal> {
  const key = await authenticate(ctx, pk);
  if (key.kind !== 'publishable') throw new DomainError('invalid_api_key');
  return {
    kind: 'payer',
    keyId: key.id,
    merchantId: key.merchantId,
    mode: key.mode,
    settings: key.settings,
    sessionId: id,
  };
}

/** Authenticates by `pk`, or by the Authorization header when there is no `pk`. */
async function resolveKeyInInput(ctx: RequestContext, pk: string | undefined): Promise<Principal> {
  const token = pk ?? bearerToken(ctx.authorization);
  if (token === null) {
    throw new DomainError(
      'authentication_required',
      'Send a publishable key as pk, or a secret key: Authorization: Bearer sk_….',
    );
  }
  const key = await authenticate(ctx, token);
  if (pk !== undefined && key.kind !== 'publishable') {
    throw new DomainError(
      'invalid_api_key',
      'pk must be a publishable key. A secret key does not belong in a URL: revoke it if it was shared.',
    );
  }
  return getPrincipal(key);
}

function getPrincipal({ kind, id, merchantId, mode, settings, scopes }: ApiKey): Principal {
  const holder = { keyId: id, merchantId, mode, settings };
  return kind === 'secret'
    ? { kind: 'secret_key', ...holder, scopes }
    : { kind: 'publishable_key', ...holder };
}

/**
 * Checks that a principal may call a procedure. What the procedure does not declare is rejected.
 * @throws DomainError insufficient_scope, publishable_key_not_allowed, reauthentication_required
 */
export function requireAuthorization(principal: Principal, meta: OperationMeta): void {
  if (principal.kind === 'secret_key') requireScope(principal.scopes, meta.scope);
  if (principal.kind === 'person') {
    requirePermission(principal, requireDeclared(meta.permission));
    requireRecentAuthentication(principal, meta.recentAuthentication);
  }
  if (principal.kind === 'publishable_key' && !meta.publishableKey) {
    throw new DomainError('publishable_key_not_allowed');
  }
  // resolvePrincipal creates a payer only for procedures that are meant for payers.
}

function requireScope(selected: readonly string[], scope: ApiScope | undefined): void {
  if (scope === undefined) {
    throw new DomainError(
      'insufficient_scope',
      'This operation cannot be called with an API key. Use the dashboard.',
    );
  }
  if (hasScope(selected, scope)) return;
  const advice = explicitScopes.includes(scope)
    ? ' A key has it only if it was selected: create a key with this scope, or use the dashboard.'
    : '';
  throw new DomainError('insufficient_scope', `This API key lacks the scope ${scope}.${advice}`);
}

function requireDeclared(permission: OperationMeta['permission']): Permission {
  if (permission !== undefined) return permission;
  throw new DomainError(
    'insufficient_scope',
    'This operation is not available in the dashboard. Call it with a secret key.',
  );
}

function requireRecentAuthentication(
  { mode, isRecentlyAuthenticated }: Person,
  required: OperationMeta['recentAuthentication'],
): void {
  if (isRecentlyAuthenticated || required === undefined) return;
  if (required === 'always' || mode === 'live') throw new DomainError('reauthentication_required');
}

/** The caller that operations record as the actor of a principal's request. */
export function getCaller(
  principal: Principal,
  meta: OperationMeta,
  { requestId, address }: Pick<RequestContext, 'requestId' | 'address'>,
): Caller {
  const { merchantId, mode } = principal;
  const settings = principal.kind === 'person' ? undefined : principal.settings;
  return { merchantId, mode, settings, requestId, address, actor: getActor(principal, meta) };
}

function getActor(principal: Principal, { permission }: OperationMeta): Caller['actor'] {
  if (principal.kind === 'person') {
    return { kind: 'user', id: principal.userId, permission: requireDeclared(permission) };
  }
  if (principal.kind === 'payer') return { kind: 'payer', id: null };
  return { kind: 'api_key', id: principal.keyId };
}

/** The token of an Authorization header; null without one. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer[ ]+(\S+)[ ]*$/i.exec(authorization ?? '');
  return match?.[1] ?? null;
}
