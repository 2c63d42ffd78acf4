import type { Database } from '@parley/db';
import type { Id, IdPrefix } from '@parley/domain';
import type { ConnectProvider } from '@parley/provider';

/** What every operation is given. */
export interface Deps {
  readonly database: Database;
  readonly connectProvider: ConnectProvider;
  readonly newId: NewId;
  /** Origin of the payer page, without a slash at the end. */
  readonly checkoutUrl: string;
  /** Origin of the REST surface, where the provider sends its events too. */
  readonly apiUrl?: string;
  /** Where accounts at the provider may be, the usual one first. */
  readonly providerOrigins?: readonly ProviderOrigin[];
  /** Whether webhooks may go to this machine, over http too: for development. */
  readonly allowLoopbackWebhooks?: boolean;
}

export interface ProviderOrigin {
  /** Origin of the API. */
  readonly apiUrl: string;
  /** Where a payer's browser loads its script from. */
  readonly scriptUrl: string;
}

/** Makes an id that nobody has had before. */
export type NewId = <P extends IdPrefix>(prefix: P) => Id<P>;
