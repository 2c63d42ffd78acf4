import type { NamedAttempt, Path, ProviderObject } from './provider-objects.ts';
import type { Confirmation } from './state.ts';

/** A command with every value it sends. */
export type Request =
  | { kind: 'handoff' }
  | { kind: 'open' }
  | { kind: 'cart'; amount: number; currency: string; expected: number }
  | { kind: 'reserve'; fingerprint: string; subtotal: number | null }
  | {
      kind: 'attach';
      attempt: number;
      path: Path;
      object: string;
      /** What the metadata of the object names, if this command creates it. */
      names: NamedAttempt;
      /** Currency of the object, if this command creates it. */
      currency: string;
      expected: number;
      confirmation: Confirmation | null;
    }
  | { kind: 'confirm'; attempt: number; expected: number; confirmation: Confirmation }
  | { kind: 'supersede'; attempt: number; expected: number; fingerprint: string }
  | { kind: 'cancel' }
  | { kind: 'resolve'; resolution: Resolution }
  | { kind: 'provisioned' }
  | { kind: 'provisioning_failed' }
  /** The payer opens the page of a cart that costs nothing. */
  | { kind: 'free_cart' }
  /** The payer opens the page, and the provider refuses to create an object for the cart. */
  | { kind: 'refused_cart' }
  /** The provider object changes and an event reports it, unless the event is lost. */
  | { kind: 'fact'; object: string; now: ProviderObject; silent: boolean }
  /** A part of a payment goes back and an event reports it, unless the event is lost. */
  | { kind: 'refund' | 'dispute'; object: string; now: ProviderObject; silent: boolean }
  /** An object that is neither attached nor names an attempt changes, or its payment is refunded. */
  | { kind: 'foreign'; object: string; now: ProviderObject; about: 'object' | 'refund' }
  /** The sweep reads the current attempt; `due` if the attempt must be scheduled for it. */
  | { kind: 'check'; due: boolean }
  /** The idempotency keys of a reservation expire, so that only the provider can return its outcome. */
  | { kind: 'keys_expire' }
  | { kind: 'deadline' };

export type Resolution = 'accept' | 'refunded' | 'refunded_elsewhere';

/** Success, or a rejection with any one of these codes. */
export type Expected = { ok: true } | { ok: false; codes: ReadonlySet<string> };
