import type { Random } from '../harness/random.ts';
import type { ProductProcess } from './product-processes.ts';

/** Every kind of fault. */
export const faultKinds = [
  'kill_process',
  'kill_simulator',
  'kill_postgres',
  'kill_backend',
  'pause_process',
  'pause_simulator',
  'pause_postgres',
  'database_cut_before_commit',
  'database_cut_during_commit',
  'database_cut_after_commit',
  'database_stall_after_commit',
  'database_delay',
  'database_half_open',
  'database_refuse',
  'provider_cut_before',
  'provider_cut_after',
  'provider_stall_before',
  'provider_stall_after',
  'provider_delay',
  'provider_half_open',
  'provider_refuse',
  'events_lost',
  'events_disordered',
  'clock_step',
  'one_connection',
  'disk_full_postgres',
  'disk_full_logs',
  'receiver_fails',
  'receiver_hangs',
  'receiver_name_unknown',
  'rolling_restart',
  'previous_version',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A fault of the plan. */
export interface PlannedFault {
  readonly kind: FaultKind;
  /** Null if the kind does not concern one process. */
  readonly target: ProductProcess | null;
  readonly durationMs: number;
  /** Milliseconds without a fault before it. */
  readonly gapMs: number;
  /** For a clock: the step, in milliseconds. */
  readonly stepMs: number;
}

const CLOCK_STEP_MS = 5 * 60_000;
const apis: readonly ProductProcess[] = ['api1', 'api2'];
const all: readonly ProductProcess[] = [...apis, 'payer', 'worker1', 'worker2'];

const targets: Partial<Record<FaultKind, readonly ProductProcess[]>> = {
  kill_process: all,
  pause_process: all,
  database_cut_before_commit: all,
  database_cut_during_commit: all,
  database_cut_after_commit: all,
  database_stall_after_commit: all,
  database_delay: all,
  database_half_open: all,
  database_refuse: all,
  clock_step: all,
  one_connection: all,
};

/** Kinds that occur several times in a round. */
const repeated: readonly FaultKind[] = [
  'kill_process',
  'kill_process',
  'kill_postgres',
  'pause_process',
];

/** Durations in seconds: of short runs, and the longest of runs of ten minutes or more. */
const seconds: Partial<Record<FaultKind, readonly [number, number, number]>> = {
  kill_process: [0, 1, 3],
  kill_postgres: [0, 1, 5],
  kill_backend: [0, 0, 0],
  pause_process: [3, 8, 90],
  pause_postgres: [1, 4, 20],
  rolling_restart: [0, 0, 0],
};

/**
 * Plans faults that follow each other without end: in each round every kind occurs, in an order that the seed
 * determines.
 * @param isLong whether the run takes ten minutes or more
 */
export function* planFaults(
  random: Random,
  kinds: readonly FaultKind[],
  isLong: boolean,
): Generator<PlannedFault> {
  if (kinds.length === 0) throw new Error('a plan needs a kind of fault');
  for (;;) {
    for (const kind of random.shuffle([
      ...kinds,
      ...repeated.filter((one) => kinds.includes(one)),
    ])) {
      const [from, to, longest] = seconds[kind] ?? [3, 6, 10];
      const list = targets[kind];
      yield {
        kind,
        target: list ? random.pick(list) : null,
        durationMs: random.integer(from * 1_000, (isLong ? longest : to) * 1_000),
        gapMs: random.integer(250, 750),
        stepMs: random.pick([-CLOCK_STEP_MS, CLOCK_STEP_MS]),
      };
    }
  }
}

/** A fault as a line of the report. */
export const describeFault = ({ kind, target }: PlannedFault): string =>
  target === null ? kind : `${kind} ${target}`;
