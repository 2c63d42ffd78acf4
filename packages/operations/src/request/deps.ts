import type { Database } from '@parley/db';
import type { Id, IdPrefix, LimitSettings } from '@parley/domain';
import type { Mailer } from '@parley/mail';
import type { ConnectProvider } from '@parley/provider';

/** The dependencies of every operation. */
export interface Deps {
  readonly database: Database;
  readonly connectProvider: ConnectProvider;
  readonly newId: NewId;
  /** Origin of the payer page, without a trailing slash. */
  readonly checkoutUrl: string;
  /** Origin of the REST surface, where the provider sends events too. */
  readonly apiUrl?: string;
  /** The origins that provider accounts may use; the first is the default. */
  readonly providerOrigins?: readonly ProviderOrigin[];
  /** Sends email with links to the dashboard. Only the dashboard and admin commands do. */
  readonly mail?: { readonly mailer: Pick<Mailer, 'send'>; readonly dashboardUrl: string };
  /** Verifies challenges of payers. Only the payer page does. Without it, no challenge is required. */
  readonly captcha?: Captcha;
  /** Whether webhook URLs may point to this machine, over http too. For development only. */
  readonly allowLoopbackWebhooks?: boolean;
  /** The limits that differ from the standard ones. */
  readonly limits?: LimitSettings;
}

export interface ProviderOrigin {
  /** Origin of the API. */
  readonly apiUrl: string;
  /** The URL from which a payer's browser loads the provider's script. */
  readonly scriptUrl: string;
}

/** A CAPTCHA provider. */
export interface Captcha {
  /**
   * Verifies the token of a challenge, which can be used once. 'unavailable' if the provider has no result.
   * @param address the payer's IP address, if it is known
   */
  verify(token: string, address: string | undefined): Promise<'passed' | 'failed' | 'unavailable'>;
}

/** Generates a unique id. */
export type NewId = <P extends IdPrefix>(prefix: P) => Id<P>;
