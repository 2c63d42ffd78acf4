import { deliveryInvariants } from './delivery-invariants.ts';
import type { Invariant } from './invariant.ts';
import { isolationInvariants } from './isolation-invariants.ts';
import { ledgerInvariants } from './ledger-invariants.ts';
import { providerInvariants } from './provider-invariants.ts';
import { sessionInvariants } from './session-invariants.ts';

/** Every invariant of a run. */
export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...sessionInvariants,
  ...deliveryInvariants,
  ...providerInvariants,
  ...isolationInvariants,
];
