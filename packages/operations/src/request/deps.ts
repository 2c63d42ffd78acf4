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
  /** Whether webhooks may go to this machine, over http too: for development. */
  readonly allowLoopbackWebhooks?: boolean;
}

/** Makes an id that nobody has had before. */
export type NewId = <P extends IdPrefix>(prefix: P) => Id<P>;
