import { DomainError } from '@parley/domain';
import { type Caller, type Deps, fingerprint, type Idempotency } from '@parley/operations';
import type { RequestContext } from './context.ts';
import type { OperationMeta } from './operation-meta.ts';
import {
  consumeRateLimit,
  getCaller,
  type Principal,
  payerInput,
  readFlow,
  requireAuthorization,
  requirePayerPage,
  resolvePrincipal,
  withSessionLimit,
} from './principal.ts';
import { t } from './trpc.ts';

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
const MAX_PATH_LENGTH = 1_000;

/**
 * Enforces what the procedure declares in its meta and adds the caller to the context. Everything is one
 * middleware, because tRPC copies the context for each.
 *
 * The rate limit of the key comes first, so that a flood of one key does not fill the queue for
 * others. Then the request waits until the process has capacity, before the first query to the database.
 */
export const guard = t.middleware(async (call) => {
  const { ctx, meta = {}, input, next } = call;
  await consumeRateLimit(ctx, meta, input);
  return withSessionLimit(ctx, meta, input, () =>
    admitCaller(ctx, meta, call, (admitted) => next({ ctx: admitted })),
  );
});

/** A call of a procedure. */
interface Call {
  readonly type: string;
  /** The path of the procedure in the router. */
  readonly path: string;
  /** The parsed input, where the procedure takes credentials in it. */
  readonly input: unknown;
  readonly getRawInput: () => Promise<unknown>;
}

/** Waits for capacity and authorizes the caller, for whom it runs `work`. */
export async function admitCaller<Result>(
  ctx: RequestContext,
  meta: OperationMeta,
  { type, path, input, getRawInput }: Call,
  work: (admitted: { principal: Principal; caller: Caller }) => Promise<Result>,
): Promise<Result> {
  const run = async () => {
    const { principal, caller } = await authorize(ctx, meta, input);
    // Clients that always send the header leave it empty when they have no key.
    const key = ctx.idempotencyKey ?? '';
    if (type !== 'mutation' || key === '' || principal.kind === 'payer') {
      return work({ principal, caller });
    }
    const idempotency = {
      ...getIdempotency(key, path, meta, await getRawInput()),
      onReplay: ctx.onReplay ?? (() => {}),
    };
    return work({ principal, caller: { ...caller, idempotency } });
  };
  return ctx.admit ? ctx.admit(await readFlow(ctx, meta, input), run) : run();
}

/** Authenticates the request and checks that its principal may call the procedure. */
async function authorize(ctx: RequestContext, meta: OperationMeta, input: unknown) {
  const principal = await resolvePrincipal(ctx, meta, input);
  ctx.onCaller?.(principal);
  requireAuthorization(principal, meta);
  return { principal, caller: getCaller(principal, meta, ctx) };
}

/** A procedure for secret keys and persons, which are authorized before the input is parsed. */
export const procedure = t.procedure.use(guard);

/** A procedure of the payer page, whose credentials are part of the input. */
export const payerProcedure = t.procedure
  .meta({ payer: true })
  .use(({ ctx, next }) => {
    requirePayerPage(ctx);
    return next();
  })
  .input(payerInput)
  .use(guard);

/** The resolver of a procedure that calls an operation with its input. */
export const run =
  <Input, Output>(operation: (deps: Deps, caller: Caller, input: Input) => Output) =>
  ({ ctx, input }: { ctx: { deps: Deps; caller: Caller }; input: Input }): Output =>
    operation(ctx.deps, ctx.caller, input);

/** @throws DomainError invalid_request for a key that is too long, not_found for an id that is */
function getIdempotency(
  key: string,
  path: string,
  { openapi }: OperationMeta,
  rawInput: unknown,
): Omit<Idempotency, 'onReplay'> {
  if (key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw new DomainError(
      'invalid_request',
      `idempotency-key must be at most ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`,
    );
  }
  const input = (rawInput ?? {}) as Record<string, unknown>;
  // REST and RPC share the path, so that a key used on one is replayed on the other.
  const resolved = openapi ? resolvePath(openapi.path, input) : `/trpc/${path}`;
  // The path is part of a primary key. No id is long enough to exceed this length.
  if (resolved.length > MAX_PATH_LENGTH) throw new DomainError('not_found');
  return {
    key,
    method: openapi?.method ?? 'POST',
    path: resolved,
    fingerprint: fingerprint(input),
  };
}

/** Replaces the parameters of a path template with their values in the input. */
export function resolvePath(template: string, input: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? '')),
  );
}
