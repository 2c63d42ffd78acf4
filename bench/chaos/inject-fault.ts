import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../harness/random.ts';
import type { Client } from './client.ts';
import type { PlannedFault } from './fault-plan.ts';
import type { LinkFault } from './fault-proxy.ts';
import { retryWhileAway } from './invariant.ts';
import { sendSignal } from './postgres-server.ts';
import type { Product } from './product.ts';
import { type ProductProcess, productProcesses } from './product-processes.ts';
import type { Subscription } from './subscriptions.ts';
import type { Volumes } from './volumes.ts';

/** Percentages of provider events that are affected between the faults. */
export const usualEventFaults = { drop: 5, duplicate: 10, reorder: 20 };

/** What the injection of faults uses. */
export interface FaultContext {
  readonly product: Product;
  readonly volumes: Volumes;
  readonly api: Client;
  readonly subscriptions: readonly Subscription[];
  readonly random: Random;
  /** The repository of the previous version; null if the run has none. */
  readonly previousDirectory: string | null;
}

/** A ratio of writes, so that most connections survive the first one. */
const RATIO = 0.4;
const DELAY_MS = 400;

const linkFaults: Readonly<Record<string, LinkFault>> = {
  database_cut_before_commit: { kind: 'cut_before', ratio: RATIO },
  database_cut_during_commit: { kind: 'cut_during', ratio: RATIO },
  database_cut_after_commit: { kind: 'cut_after', ratio: RATIO },
  database_stall_after_commit: { kind: 'stall_after', ratio: RATIO },
  database_delay: { kind: 'delay', ms: 100 },
  database_half_open: { kind: 'half_open' },
  database_refuse: { kind: 'refuse' },
  provider_cut_before: { kind: 'cut_before', ratio: RATIO },
  provider_cut_after: { kind: 'cut_after', ratio: RATIO },
  provider_stall_before: { kind: 'stall_before', ratio: RATIO },
  provider_stall_after: { kind: 'stall_after', ratio: RATIO },
  provider_delay: { kind: 'delay', ms: DELAY_MS },
  provider_half_open: { kind: 'half_open' },
  provider_refuse: { kind: 'refuse' },
};

/**
 * Injects a fault, waits for its duration and ends it.
 * @returns when the fault ended, by performance.now(): before the affected process has recovered
 */
export async function injectFault(context: FaultContext, fault: PlannedFault): Promise<number> {
  const { product, volumes } = context;
  const { processes, postgres } = product;
  const wait = () => delay(fault.durationMs);
  const process = processes[fault.target ?? 'simulator'];
  const link = linkFaults[fault.kind];
  if (link) {
    const proxy = fault.target ? product.databaseProxies[fault.target] : product.providerProxy;
    return during(
      () => proxy.setFault(link),
      wait,
      () => proxy.setFault(null),
    );
  }
  switch (fault.kind) {
    case 'kill_process':
    case 'kill_simulator': {
      await process.kill();
      await wait();
      const endedAt = performance.now();
      await process.start();
      return endedAt;
    }
    case 'kill_postgres': {
      await postgres.kill();
      await wait();
      const endedAt = performance.now();
      await postgres.start();
      return endedAt;
    }
    case 'kill_backend':
      return killBackend(context);
    case 'pause_process':
    case 'pause_simulator':
      return during(
        () => process.signal('SIGSTOP'),
        wait,
        () => process.signal('SIGCONT'),
      );
    case 'pause_postgres':
      return during(
        () => postgres.signal('SIGSTOP'),
        wait,
        () => postgres.signal('SIGCONT'),
      );
    case 'events_lost':
      return during(
        () => product.eventProxy.setFaults({ drop: 100, duplicate: 0, reorder: 0 }),
        wait,
        () => product.eventProxy.setFaults(usualEventFaults),
      );
    case 'events_disordered':
      return during(
        () => product.eventProxy.setFaults({ drop: 0, duplicate: 60, reorder: 90 }),
        wait,
        () => product.eventProxy.setFaults(usualEventFaults),
      );
    case 'clock_step': {
      const file = product.getClockFile(fault.target ?? 'api1');
      return during(
        () => writeFile(file, String(fault.stepMs)),
        wait,
        () => rm(file, { force: true }),
      );
    }
    case 'one_connection':
      await process.stop();
      await process.start({ DATABASE_POOL_SIZE: '1' });
      await wait();
      await process.stop();
      await process.start();
      return performance.now();
    case 'disk_full_postgres':
      return fillVolume(volumes.fillable?.data, wait);
    case 'disk_full_logs':
      return fillVolume(volumes.fillable?.logs, wait);
    case 'receiver_fails':
    case 'receiver_hangs':
      return during(
        () => product.receiver.setMode(fault.kind === 'receiver_fails' ? 'fail' : 'hang'),
        wait,
        () => product.receiver.setMode('accept'),
      );
    case 'receiver_name_unknown':
      return hideReceiver(context, wait);
    case 'rolling_restart':
      await restartEach(product);
      return performance.now();
    case 'previous_version':
      return runPreviousVersion(context, wait);
    default:
      throw new Error(`no fault is defined for ${fault.kind}`);
  }
}

async function during(
  begin: () => unknown,
  wait: () => Promise<void>,
  end: () => unknown,
): Promise<number> {
  await begin();
  try {
    await wait();
  } finally {
    await end();
  }
  return performance.now();
}

/** Restarts one process after the other. @param directory the repository of another version */
async function restartEach(
  { processes }: Product,
  names: readonly ProductProcess[] = productProcesses,
  directory?: string,
): Promise<void> {
  for (const name of names) {
    await processes[name].stop();
    await processes[name].start({}, directory);
  }
}

/** The payer page's router runs in a server of these tests, which an earlier version may not have. */
const ofEveryVersion = productProcesses.filter((name) => name !== 'payer');

/** Replaces processes with the previous version, as when a release is taken back, and later with this one. */
async function runPreviousVersion(
  { product, previousDirectory }: FaultContext,
  wait: () => Promise<void>,
): Promise<number> {
  if (previousDirectory === null) throw new Error('there is no previous version');
  await restartEach(product, ofEveryVersion, previousDirectory);
  await wait();
  await restartEach(product, ofEveryVersion);
  return performance.now();
}

/** Kills one process of PostgreSQL that serves a connection. PostgreSQL restarts all of them. */
async function killBackend({ product, random }: FaultContext): Promise<number> {
  const { rows } = await retryWhileAway(() =>
    product.pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = 'parley' AND pid <> pg_backend_pid()`,
    ),
  );
  if (rows.length > 0) sendSignal(random.pick(rows).pid, 'SIGKILL');
  return performance.now();
}

/** Takes all space of a volume. */
async function fillVolume(
  volume: { fill(): Promise<void>; release(): Promise<void> } | undefined,
  wait: () => Promise<void>,
): Promise<number> {
  if (!volume) throw new Error('there is no volume that can be filled');
  return during(
    () => volume.fill(),
    wait,
    () => volume.release(),
  );
}

/**
 * Starts PostgreSQL and the processes that have ended without being killed, as their supervisor does.
 * @returns their names
 */
export async function restartEnded({ postgres, processes }: Product): Promise<string[]> {
  const ended: string[] = [];
  if (postgres.hasEnded()) {
    ended.push('postgresql');
    await postgres.start();
  }
  for (const process of Object.values(processes)) {
    if (!process.hasEnded()) continue;
    ended.push(process.name);
    await process.start();
  }
  return ended;
}

/** Gives the endpoints a host name that does not exist, and their own one at the end. */
async function hideReceiver(
  { api, subscriptions, product, random }: FaultContext,
  wait: () => Promise<void>,
): Promise<number> {
  const setOrigin = async (origin: string) => {
    for (const { scope, id, path } of subscriptions) {
      await api.send(scope, {
        operation: 'update_endpoint',
        method: 'PATCH',
        path: `/v1/webhook_endpoints/${id}`,
        key: `chaos-url-${random.integer(0, 1e15)}`,
        body: { url: `${origin}${path}` },
      });
    }
  };
  return during(
    () => setOrigin('https://receiver.invalid'),
    wait,
    () => setOrigin(product.receiver.url),
  );
}

/** Names of the processes whose recovery a fault concerns; all of them if it concerns what they share. */
export const getAffected = ({ target }: PlannedFault): readonly ProductProcess[] =>
  target === null ? productProcesses : [target];
