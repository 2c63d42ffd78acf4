import type { Random } from '../harness/random.ts';
import type { Client, Target } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { Scope } from './merchants.ts';
import type { SendToProvider } from './simulator-client.ts';

/** What a journey needs. */
export interface JourneyContext {
  readonly scope: Scope;
  readonly random: Random;
  readonly api: Client;
  readonly payer: Client;
  readonly provider: SendToProvider;
  readonly ledger: Ledger;
  readonly apis: readonly Target[];
  readonly signal: () => AbortSignal;
  /** A new idempotency key. */
  readonly newKey: () => string;
}

/** A session as a journey sees it. */
export interface JourneySession {
  readonly id: string;
  amountMinor: number;
  cartVersion: number;
}
