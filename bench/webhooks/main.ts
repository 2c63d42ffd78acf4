import { availableParallelism, loadavg, totalmem } from 'node:os';
import { median } from '@parley/bench-shared/statistics';
import type { BacklogStage } from './backlog.ts';
import { type Bench, type Endpoint, startBench, type Worker } from './bench.ts';
import { measureCrashes } from './crash.ts';
import { measureHang } from './hang.ts';
import { measureLatency } from './latency.ts';
import { measureShare } from './share.ts';
import { type Drain, measureDrain, measureUndici, type Rate } from './throughput.ts';

// npm run bench:webhooks [throughput|backlog|latency|hang|share|crash]…: runs the named benchmarks, or all.

const print = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(0)} ms`;
const us = (value: number) => `${value.toFixed(0)} µs`;
const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const ROUNDS = 7;
const HANG_PAIRS = 40;

interface Workload {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  readonly events: number;
  readonly stage: BacklogStage;
}

const benchmarks: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  async throughput(bench) {
    const single = await bench.endpoints(50);
    const five = await bench.endpoints(10, 5);
    const workloads: Workload[] = [
      { name: 'committed, 1 endpoint', endpoints: single, events: 30_000, stage: 'committed' },
      { name: 'committed, 5 endpoints', endpoints: five, events: 6_000, stage: 'committed' },
      { name: 'fanned out already', endpoints: single, events: 30_000, stage: 'fanned_out' },
    ];
    const worker = await bench.startWorker();
    const found = new Map(workloads.map(({ name }) => [name, [] as Compared[]]));
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const workload of workloads) {
        const one = await compareWithUndici(bench, worker, workload);
        if (round === 0) continue;
        found.get(workload.name)?.push(one);
        print(`round ${round}, ${workload.name}: ${comparison([one])}`);
      }
    }
    for (const [name, all] of found) {
      const shares = all.map(shareOf).map((share) => share.toFixed(2));
      print(`throughput, ${name}: ${comparison(all)} (${shares.toSorted().join(' ')})`);
    }
    await worker.stop();
  },

  async backlog(bench) {
    const endpoints = await bench.endpoints(100);
    const worker = await bench.startWorker();
    const { deliveries, seconds, ...drain } = await measureDrain(bench, worker, endpoints, {
      events: 100_000,
      stage: 'committed',
    });
    print(
      `backlog: ${deliveries} deliveries in ${seconds.toFixed(1)} s (${perSecond(drain.perSecond)}), 100 endpoints`,
    );
    print(`backlog: worker memory in MB at each tenth: ${drain.memory.join(' ')}`);
    await worker.stop();
  },

  async latency(bench) {
    const endpoints = await bench.endpoints(50);
    const worker = await bench.startWorker();
    await measureLatency(bench, endpoints, { perSecond: 200, seconds: 3 });
    const found = await measureLatency(bench, endpoints, { perSecond: 200, seconds: 30 });
    print(
      `latency: ${found.events} events at 200/s, committed to wire: p50 ${ms(found.p50)}, p99 ${ms(found.p99)}, max ${ms(found.max)}`,
    );
    await worker.stop();
  },

  async hang(bench) {
    const found = await measureHang(bench, HANG_PAIRS, (line) => print(`hang: ${line}`));
    const [from, to] = found.changeInterval;
    const verdict =
      to < 0.1 ? 'less than 10 %' : from > 0.1 ? 'more than 10 %' : 'not decided: too much noise';
    print(
      `hang: p99 of the other 49: ${ms(found.p99Baseline)} without, ${ms(found.p99Hanging)} with a hanging endpoint (medians of ${found.pairs} rounds each)`,
    );
    print(
      `hang: it changes by ${percent(found.change)} (median of ${found.pairs} pairs; 95 %: ${percent(from)} to ${percent(to)}): ${verdict}`,
    );
  },

  async share(bench) {
    const found = await measureShare(bench, 'committed');
    for (const [phase, { p50, p99, max, events, missing, refused }] of Object.entries(found)) {
      print(
        `share: ${phase}: p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}, ${events} events, ${missing} missing, ${refused} refused`,
      );
    }
  },

  async crash(bench) {
    const endpoints = await bench.endpoints(8);
    const found = await measureCrashes(bench, endpoints, {
      sessions: 2_000,
      kills: 12,
      workers: 3,
    });
    print(
      `crash: ${found.kills} workers killed; ${found.committed} events committed, ${found.arrived} arrived, ${found.lost} lost, ${found.duplicates} duplicates (same id), ${found.badSignatures} bad signatures, ${found.gaps} sessions with a gap; ${found.seconds.toFixed(0)} s`,
    );
    if (found.lost + found.badSignatures + found.gaps > 0) process.exitCode = 1;
  },
};

/** The rate of a worker, and of undici before and after it. */
interface Compared {
  readonly undici: readonly Rate[];
  readonly drain: Drain;
}

async function compareWithUndici(
  bench: Bench,
  worker: Worker,
  { endpoints, events, stage }: Workload,
): Promise<Compared> {
  const before = await measureUndici(bench, endpoints, 20_000);
  const drain = await measureDrain(bench, worker, endpoints, { events, stage });
  const after = await measureUndici(bench, endpoints, 20_000);
  return { undici: [before, after], drain };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const speedOf = (rates: readonly Rate[]) => mean(rates.map(({ perSecond }) => perSecond));
const workOf = ({ cpu }: Rate) => cpu.sender + cpu.receiver + cpu.postgres;
/** The worker's rate relative to undici's. */
const shareOf = ({ undici, drain }: Compared) => drain.perSecond / speedOf(undici);
/** The same by processor time of all processes involved, which other load does not change. */
const workShareOf = ({ undici, drain }: Compared) => mean(undici.map(workOf)) / workOf(drain);

/** Describes the medians of several rounds. */
function comparison(all: readonly Compared[]): string {
  const describe = (rates: readonly Rate[]) => {
    const of = (value: (rate: Rate) => number) => median(rates.map(value));
    const { sender, receiver, postgres } = {
      sender: of(({ cpu }) => cpu.sender),
      receiver: of(({ cpu }) => cpu.receiver),
      postgres: of(({ cpu }) => cpu.postgres),
    };
    return `${perSecond(of((rate) => rate.perSecond))} (${us(sender)} sender, ${us(receiver)} receiver, ${us(postgres)} Postgres)`;
  };
  const worker = describe(all.map(({ drain }) => drain));
  const undici = describe(all.flatMap((one) => one.undici));
  return `${worker} compared with undici ${undici}: ${median(all.map(shareOf)).toFixed(2)} of its speed, ${median(all.map(workShareOf)).toFixed(2)} by processor time`;
}

const requested = process.argv.slice(2);
const names = requested.length > 0 ? requested : Object.keys(benchmarks);
const load = () =>
  `load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`;
print(
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}, ${load()}`,
);
for (const name of names) {
  const benchmark = benchmarks[name];
  if (!benchmark) throw new Error(`${name} is not one of ${Object.keys(benchmarks).join(', ')}`);
  const bench = await startBench();
  const interrupted = () => void bench.stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await benchmark(bench);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await bench.stop();
  }
}
print(load());
