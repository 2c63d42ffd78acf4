import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';

/** Counted no further: a person reads "99+" as well as the number. */
const COUNTED = 100;
/** Endpoints told of one by one. */
const NAMED = 20;

/** What waits for a person of the merchant. */
export interface AttentionItems {
  /** Sessions whose money does not match; 100 stands for 100 or more. */
  readonly conflicts: number;
  /** The provider's events that could not be applied; 100 stands for 100 or more. */
  readonly failed_provider_events: number;
  /** Endpoints that the service stopped, or that only fail; longest first, 20 at most. */
  readonly endpoints: readonly {
    readonly id: string;
    readonly url: string;
    /** Why the service stopped it; null while it is still tried. */
    readonly inactive_reason: 'gone' | 'failing' | null;
    readonly inactive_since: string | null;
    readonly failing_since: string | null;
  }[];
}

/** What a merchant's people should look at, whatever page they are on. */
export async function listAttentionItems(deps: Deps, scope: Scope): Promise<AttentionItems> {
  const { sessions, providerEvents, webhookEndpoints } = deps.database.forScope(scope);
  const [conflicts, failed, endpoints] = await Promise.all([
    sessions.countUpTo('payment_conflicted', COUNTED),
    providerEvents.countUpTo('failed', COUNTED),
    webhookEndpoints.listNeedingAttention(NAMED),
  ]);
  return {
    conflicts,
    failed_provider_events: failed,
    endpoints: endpoints.map((endpoint) => ({
      id: endpoint.id,
      url: endpoint.url,
      inactive_reason: endpoint.inactiveReason,
      inactive_since: endpoint.inactiveSince?.toISOString() ?? null,
      failing_since: endpoint.failingSince?.toISOString() ?? null,
    })),
  };
}
