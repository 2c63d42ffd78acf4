import type { ActorKind, IdempotencyScope, MerchantSettings, Scope } from '@parley/db';
import type { Permission } from '@parley/domain';

/** Who makes a request. */
export type Actor =
  | { readonly kind: Exclude<ActorKind, 'user'>; readonly id: string | null }
  | {
      readonly kind: 'user';
      readonly id: string;
      /** What the request was authorized with. Transactions that write check that the person still has it. */
      readonly permission: Permission;
    };

/** The merchant and mode that an operation works on, the actor, and the request. */
export interface Caller extends Scope {
  readonly actor: Actor;
  readonly requestId: string | null;
  /** The IP address of the client, if it is known. */
  readonly address?: string | undefined;
  /** The settings of the merchant, if they were read with an API key. `getCallerSettings` reads them otherwise. */
  readonly settings?: MerchantSettings | undefined;
  /** The idempotency key of the request, if it has one. */
  readonly idempotency?: Idempotency;
}

export interface Idempotency extends IdempotencyScope {
  /** SHA-256 of the canonical input, lowercase hex. */
  readonly fingerprint: string;
  /** Called when a stored response is replayed. */
  readonly onReplay: () => void;
}

/** The caller of the worker's own operations, for one merchant in one mode. */
export function systemCaller(scope: Scope): Caller {
  return {
    merchantId: scope.merchantId,
    mode: scope.mode,
    actor: { kind: 'system', id: null },
    requestId: null,
  };
}

/** The caller without its idempotency key, for a step whose result is not the response. */
export function withoutIdempotency(caller: Caller): Caller {
  const { idempotency: _, ...withoutKey } = caller;
  return withoutKey;
}
