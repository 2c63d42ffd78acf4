import type { MerchantId, Mode } from '@parley/domain';
import type { Deps } from '@parley/operations';

/** What comes with every request, whichever surface it came through. */
export interface RequestContext {
  readonly deps: Deps;
  readonly requestId: string;
  /** Counts a request against the allowance of its key; throws rate_limited beyond it. */
  readonly admit?: ((key: string) => Promise<void>) | undefined;
  /** Told whose request it is, once that is known. */
  readonly onCaller?: ((caller: { merchantId: MerchantId; mode: Mode }) => void) | undefined;
}

/** A person signed in to the dashboard, acting for one merchant in one mode. */
export interface UserPrincipal {
  readonly userId: string;
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  readonly role: string;
}

/** A request to the merchant router: by key over the network, or by a person in the dashboard. */
export interface MerchantContext extends RequestContext {
  /** The Authorization header as it came. */
  readonly authorization: string | undefined;
  /** The idempotency-key header as it came. */
  readonly idempotencyKey: string | undefined;
  /** Set where the dashboard calls for a person; no header is looked at then. */
  readonly user?: UserPrincipal | undefined;
  /** Called when the answer is one that was given before. */
  readonly onReplay?: (() => void) | undefined;
}

/** A request to the dashboard router. */
export interface DashboardContext extends RequestContext {
  /** Null when nobody is signed in. */
  readonly user: UserPrincipal | null;
}

/** A request to the payer router: authorised by a publishable key and the session's own id. */
export type PayerContext = RequestContext;
