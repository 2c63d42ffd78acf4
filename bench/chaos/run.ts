import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, type Random } from '../harness/random.ts';
import { createClient } from './client.ts';
import { describeFault, type FaultKind, faultKinds, planFaults } from './fault-plan.ts';
import { getAffected, injectFault, restartEnded, usualEventFaults } from './inject-fault.ts';
import type { InjectedFault } from './injected-fault.ts';
import {
  checkInvariants,
  type Evidence,
  type Invariant,
  retryWhileAway,
  type Violation,
} from './invariant.ts';
import { invariants } from './invariants.ts';
import { Ledger } from './ledger.ts';
import { computeNumbers, type Numbers } from './numbers.ts';
import { type Probes, type Recovery, startProbes } from './probes.ts';
import { type Product, startProduct } from './product.ts';
import type { Sabotage } from './sabotage.ts';
import { settle } from './settle.ts';
import { createSimulatorClient } from './simulator-client.ts';
import { subscribe } from './subscriptions.ts';
import { createVolumes, type Volumes } from './volumes.ts';
import { runWorkload } from './workload.ts';

export interface RunOptions {
  readonly seed: number;
  /** Minutes with faults. The start of the product and the final checks come in addition. */
  readonly minutes: number;
  readonly sabotage: Sabotage | undefined;
  /** Only these kinds of faults; all by default. */
  readonly kinds: readonly FaultKind[] | undefined;
  /** The repository of the previous version; null to leave it out. */
  readonly previousDirectory: string | null;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The result of a run. */
export interface RunResult {
  readonly seed: number;
  readonly minutes: number;
  readonly sabotage: string | null;
  readonly journeys: number;
  readonly sessions: number;
  readonly faults: readonly InjectedFault[];
  /** How often each process ended without being killed. */
  readonly ended: Readonly<Record<string, number>>;
  /** Kinds of faults that were left out, with the reason. */
  readonly skipped: Readonly<Record<string, string>>;
  /** Writes that the proxies affected, and events of the provider by what happened to them. */
  readonly affectedWrites: { readonly database: number; readonly provider: number };
  readonly providerEvents: Readonly<Record<string, number>>;
  readonly checks: number;
  readonly violations: readonly Violation[];
  readonly numbers: Numbers;
}

const LONG_MINUTES = 10;
const WARM_UP_MS = 3_000;
const RECOVERED_WITHIN_MS = 60_000;
/** What clients may still need after the end of the last fault, for the journeys that have begun. */
const FINISH_WITHIN_MS = 45_000;

/** Runs the product under load and faults, and checks the invariants. */
export async function runChaos(options: RunOptions): Promise<RunResult> {
  const { seed, sabotage, log } = options;
  const random = createRandom(seed);
  const isLong = options.minutes >= LONG_MINUTES;
  const volumes = await createVolumes(isLong ? 2_048 : 1_024);
  let product: Product | undefined;
  try {
    product = await startProduct({ volumes, random: random.fork('product'), sabotage, log });
    return await runWithProduct(options, product, volumes, random);
  } finally {
    await product?.stop();
    await volumes.remove();
  }
}

async function runWithProduct(
  options: RunOptions,
  product: Product,
  volumes: Volumes,
  random: Random,
): Promise<RunResult> {
  const { seed, minutes, sabotage, previousDirectory, log } = options;
  const ledger = new Ledger();
  const finished = new AbortController();
  let signal: AbortSignal = AbortSignal.any([finished.signal, options.signal]);
  const getSignal = () => signal;
  const api = createClient(product.apis, ledger, getSignal);
  const payer = createClient(product.payerTargets, ledger, getSignal);
  const subscriptions = await subscribe(api, product.scopes, product.receiver.url);
  product.eventProxy.setFaults(usualEventFaults);
  const probes = startProbes(product.scopes[0] as Product['scopes'][number], product.apis);
  const injected: InjectedFault[] = [];
  const evidence: Evidence = {
    pool: product.pool,
    simulatorPool: product.simulatorPool,
    ledger,
    receipts: product.receiver.receipts,
    subscriptions,
    faults: injected,
    api,
  };
  let isOver = false;
  const workload = runWorkload(
    {
      scopes: product.scopes,
      random: random.fork('workload'),
      api,
      payer,
      provider: createSimulatorClient(product.simulatorUrl, getSignal),
      ledger,
      apis: product.apis,
      signal: getSignal,
    },
    () => isOver || options.signal.aborted,
  );
  const context = { product, volumes, api, subscriptions, random: random.fork('injection') };
  const skipped = getSkipped(volumes, previousDirectory);
  const faults = await injectFaults({
    ...options,
    ...context,
    probes,
    evidence,
    skipped,
    random,
    injected,
  });
  log('the faults have ended; the last requests are being completed');
  isOver = true;
  const late = setTimeout(() => finished.abort(), FINISH_WITHIN_MS);
  const { journeys } = await workload;
  clearTimeout(late);
  await probes.stop();
  product.eventProxy.setFaults({ drop: 0, duplicate: 0, reorder: 0 });
  const left = await retryWhileAway(() => settle(product.pool, log));
  if (Object.keys(left).length > 0) log(`remaining after the end: ${JSON.stringify(left)}`);
  log('all invariants are being checked');
  signal = AbortSignal.any([AbortSignal.timeout(120_000), options.signal]);
  const atEnd = await checkInvariants(invariants, evidence, null);
  const violations = [
    ...faults.violations,
    ...atEnd,
    ...checkProbes(await readIds(product), probes),
  ];
  return {
    seed,
    minutes,
    sabotage: sabotage?.name ?? null,
    journeys,
    sessions: (await readIds(product)).size,
    faults: injected,
    ended: faults.ended,
    skipped,
    affectedWrites: {
      database: Object.values(product.databaseProxies).reduce((sum, one) => sum + one.affected, 0),
      provider: product.providerProxy.affected,
    },
    providerEvents: product.eventProxy.counts,
    checks: faults.checks + invariants.length,
    violations,
    numbers: computeNumbers(ledger, probes, injected),
  };
}

function getSkipped(
  { fillable, reason }: Volumes,
  previousDirectory: string | null,
): Record<string, string> {
  return {
    ...(fillable ? {} : { disk_full_postgres: reason, disk_full_logs: reason }),
    ...(previousDirectory === null ? { previous_version: '--previous names no version' } : {}),
  };
}

type InjectionOptions = RunOptions &
  Parameters<typeof injectFault>[0] & {
    readonly probes: Probes;
    readonly evidence: Evidence;
    readonly skipped: Readonly<Record<string, string>>;
    /** Where the faults are added. */
    readonly injected: InjectedFault[];
  };

/** Injects faults one after the other, and checks after each of them that the product recovers. */
async function injectFaults(options: InjectionOptions) {
  const { minutes, log, signal, probes, evidence, skipped, product, injected } = options;
  for (const [kind, reason] of Object.entries(skipped)) log(`${kind} is left out: ${reason}`);
  const kinds = (options.kinds ?? faultKinds).filter((kind) => !(kind in skipped));
  const always = invariants.filter((one: Invariant) => one.when === 'always');
  const violations: Violation[] = [];
  const ended: Record<string, number> = {};
  await delay(WARM_UP_MS);
  const until = performance.now() + minutes * 60_000;
  for (const fault of planFaults(options.random.fork('faults'), kinds, minutes >= LONG_MINUTES)) {
    await delay(fault.gapMs);
    if (performance.now() > until || signal.aborted) break;
    const description = describeFault(fault);
    const startedAt = performance.now();
    const endedAt = await injectFault(options, fault);
    for (const name of await restartEnded(product)) {
      log(`${name} ended during ${description} and was started again`);
      ended[name] = (ended[name] ?? 0) + 1;
    }
    const names = product.apis
      .map(({ name }) => name)
      .filter((name) => getAffected(fault).some((one) => one === name));
    const recovery = await probes.waitForRecovery(endedAt, names, RECOVERED_WITHIN_MS);
    const recoveredAt = performance.now();
    injected.push({ ...fault, description, startedAt, endedAt, recoveredAt, recovery });
    const found = await checkInvariants(always, evidence, description);
    violations.push(...found);
    log(
      `${injected.length}. ${description}, ${((endedAt - startedAt) / 1000).toFixed(1)} s${describeRecovery(recovery, names)}${found.map(({ invariant, count, examples }) => `\n  VIOLATED ${invariant} (${count}): ${examples[0]}`).join('')}`,
    );
  }
  return { violations, ended, checks: injected.length * always.length };
}

function describeRecovery({ createMs, readMs }: Recovery, names: readonly string[]): string {
  if (names.length === 0) return '';
  if (createMs === null || readMs === null) return '; NOT RECOVERED';
  return `; recovered after ${Math.round(Math.max(createMs, readMs))} ms`;
}

async function readIds({ pool }: Product): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM proxy_session');
  return new Set(rows.map(({ id }) => id));
}

/** The creates of the probes are acknowledged writes too. */
function checkProbes(ids: ReadonlySet<string>, { created }: Probes): Violation[] {
  const missing = created.filter((id) => !ids.has(id));
  if (missing.length === 0) return [];
  const examples = missing
    .slice(0, 5)
    .map((id) => `create_session of ${id}: the session is missing`);
  return [{ invariant: 'acknowledged-writes', after: null, count: missing.length, examples }];
}
