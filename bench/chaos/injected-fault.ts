import type { PlannedFault } from './fault-plan.ts';
import type { Recovery } from './probes.ts';

/** A fault as it happened, on the clock of `performance.now()`. */
export interface InjectedFault extends PlannedFault {
  readonly description: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** When creates and reads succeeded again, or the wait for it ended. */
  readonly recoveredAt: number;
  readonly recovery: Recovery;
}
