import type { MerchantId, Mode } from '@parley/domain';
import type { Deps, RequestFlows, Reservation } from '@parley/operations';

/** The context of every request, whichever entry point it came through. */
export interface RequestContext {
  readonly deps: Deps;
  readonly requestId: string;
  /** The Authorization header of the request. */
  readonly authorization?: string | undefined;
  /**
   * The signed-in person, or null when no one is signed in. Only the dashboard sets it; the
   * Authorization header is ignored then.
   */
  readonly person?: Person | null | undefined;
  /** Set by the payer page, the only entry point of payer procedures. */
  readonly payerPage?: boolean | undefined;
  /** The idempotency-key header of the request. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Consumes one request from the rate limit of a key.
   * @param sessionId the session of a payer's request
   * @throws DomainError rate_limited
   */
  readonly consumeRateLimit?: ((key: string, sessionId?: string) => Promise<void>) | undefined;
  /**
   * Reserves one request of the rate limit of a payer's session, which may not exist.
   * @throws DomainError rate_limited
   */
  readonly reserveSession?: ((key: string, sessionId: string) => Promise<Reservation>) | undefined;
  /**
   * Consumes one verification of a challenge from the rate limits of a session and its client address.
   * @throws DomainError rate_limited
   */
  readonly consumeChallengeLimit?: ((key: string, sessionId: string) => Promise<void>) | undefined;
  /**
   * Runs the work of one call when the process has capacity for it.
   * @param flow the calls that share the capacity equally with those of any other flow
   * @throws DomainError service_unavailable when the process is overloaded
   */
  readonly admit?: (<T>(flow: string, work: () => Promise<T>) => Promise<T>) | undefined;
  /** The flows of API keys. Without them, all calls of keys are one flow. */
  readonly flows?: RequestFlows | undefined;
  /** The client's IP address, where it cannot be forged. */
  readonly address?: string | undefined;
  /** Called once the principal is resolved. */
  readonly onCaller?:
    | ((caller: { merchantId: MerchantId; mode: Mode; kind: string; keyId?: string }) => void)
    | undefined;
  /** Called when a stored response is replayed for an idempotency key. */
  readonly onReplay?: (() => void) | undefined;
}

/** A person signed in to the dashboard, acting for one merchant in one mode. */
export interface Person {
  readonly userId: string;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly role: string;
  /** A person of a suspended merchant may only view. */
  readonly isMerchantSuspended: boolean;
  /** Whether the person proved who they are within the last ten minutes. */
  readonly isRecentlyAuthenticated: boolean;
}
