import type { ActorKind, IdempotencyScope, Scope } from '@parley/db';

/** Who asks: for which merchant, in which mode, and by what request. */
export interface Caller extends Scope {
  readonly actor: { readonly kind: ActorKind; readonly id: string | null };
  readonly requestId: string | null;
  /** The key the request named, where it named one. */
  readonly idempotency?: Idempotency;
}

export interface Idempotency extends IdempotencyScope {
  /** SHA-256 of the canonical input, lowercase hex. */
  readonly fingerprint: string;
  /** Called when the answer is one that was given before. */
  readonly onReplay: () => void;
}

/** The worker's own hand, for one merchant in one mode. */
export function systemCaller(scope: Scope): Caller {
  return {
    merchantId: scope.merchantId,
    mode: scope.mode,
    actor: { kind: 'system', id: null },
    requestId: null,
  };
}

/** The caller of a step that is not the request its idempotency key names. */
export function withoutIdempotency(caller: Caller): Caller {
  const { idempotency: _, ...rest } = caller;
  return rest;
}
