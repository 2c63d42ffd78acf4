import type { InjectedFault } from './injected-fault.ts';
import type { Ledger } from './ledger.ts';
import type { Probes } from './probes.ts';

/** Percentiles, in milliseconds. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number | null;
  readonly p99: number | null;
}

/** The figures of a run. */
export interface Numbers {
  readonly faults: Readonly<Record<string, number>>;
  /** Requests of merchants and payers, with each repetition. */
  readonly requests: number;
  readonly succeeded: number;
  readonly refused: number;
  /** Without a response, or with one after which clients repeat the request. */
  readonly repeated: number;
  readonly recovery: Readonly<
    Record<'process' | 'postgresql', { create: Percentiles; read: Percentiles }>
  >;
  /** Faults after which a create or a read did not succeed within the time limit. */
  readonly unrecovered: readonly string[];
  /** The ratio of requests to an API process that succeeded while another process was killed or paused. */
  readonly availability: { readonly requests: number; readonly ratio: number | null };
  /** Of requests to the API that succeeded at the first try: during faults and between them. */
  readonly admitted: { readonly all: Percentiles; readonly betweenFaults: Percentiles };
}

/** The nearest-rank percentiles of a list. */
export function getPercentiles(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (ratio: number) => sorted[Math.max(0, Math.ceil(ratio * sorted.length) - 1)] ?? null;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}

const ofProcess = new Set(['kill_process', 'pause_process']);
const ofPostgres = new Set([
  'kill_postgres',
  'kill_backend',
  'pause_postgres',
  'disk_full_postgres',
]);

/** Computes the figures. */
export function computeNumbers(
  ledger: Ledger,
  probes: Probes,
  injected: readonly InjectedFault[],
): Numbers {
  const tries = ledger.calls.flatMap((call) => call.tries);
  const isFaulty = (at: number) =>
    injected.some(({ startedAt, recoveredAt }) => at >= startedAt && at <= recoveredAt);
  const isApi = ({ target }: { target: string }) => target.startsWith('api');
  const first = ledger.calls.flatMap(({ tries: [one], outcome }) =>
    one && isApi(one) && one.status !== null && one.status < 300 && outcome ? [one] : [],
  );
  const faults: Record<string, number> = {};
  for (const { kind } of injected) faults[kind] = (faults[kind] ?? 0) + 1;
  return {
    faults,
    requests: tries.length,
    succeeded: tries.filter(({ status }) => status !== null && status < 300).length,
    refused: ledger.calls.filter(({ outcome }) => (outcome?.status ?? 0) >= 400).length,
    repeated: tries.filter(({ status }) => status === null || status >= 500 || status === 429)
      .length,
    recovery: {
      process: getRecovery(
        injected.filter(({ kind, target }) => ofProcess.has(kind) && target?.startsWith('api')),
      ),
      postgresql: getRecovery(injected.filter(({ kind }) => ofPostgres.has(kind))),
    },
    unrecovered: injected
      .filter(({ recovery }) => recovery.createMs === null || recovery.readMs === null)
      .map(({ description }) => description),
    availability: getAvailability(ledger, probes, injected),
    admitted: {
      all: getPercentiles(first.map(({ ms }) => ms)),
      betweenFaults: getPercentiles(
        first.filter(({ startedAt }) => !isFaulty(startedAt)).map(({ ms }) => ms),
      ),
    },
  };
}

const isNumber = (value: number | null): value is number => value !== null;

const getRecovery = (faults: readonly InjectedFault[]) => ({
  create: getPercentiles(faults.map(({ recovery }) => recovery.createMs).filter(isNumber)),
  read: getPercentiles(faults.map(({ recovery }) => recovery.readMs).filter(isNumber)),
});

/** Counts the requests to processes other than the one that is killed or paused. */
function getAvailability(ledger: Ledger, probes: Probes, injected: readonly InjectedFault[]) {
  const faults = injected.filter(({ kind }) => ofProcess.has(kind));
  const sent = [
    ...ledger.calls.flatMap(({ tries }) =>
      tries.map(({ target, startedAt, ms, status }) => ({
        target,
        startedAt,
        endedAt: startedAt + ms,
        ok: status !== null && status < 500,
      })),
    ),
    ...probes.results,
  ].filter(({ target }) => target.startsWith('api'));
  const during = sent.filter((one) =>
    faults.some(
      ({ target, startedAt, recoveredAt }) =>
        one.target !== target && one.startedAt >= startedAt && one.endedAt <= recoveredAt,
    ),
  );
  const ratio = during.length === 0 ? null : during.filter(({ ok }) => ok).length / during.length;
  return { requests: during.length, ratio };
}
