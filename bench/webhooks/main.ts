import { availableParallelism, loadavg, totalmem } from 'node:os';
import { type Bench, type Endpoint, startBench, type Worker } from './bench.ts';
import { measureCrashes } from './crash.ts';
import type { Beginning } from './events.ts';
import { measureHang } from './hang.ts';
import { measureLatency } from './latency.ts';
import { median } from './statistics.ts';
import { type Drain, measureDrain, type Rate, undiciAlone } from './throughput.ts';

// npm run bench:webhooks [throughput|backlog|latency|hang|crash]…: all of them without a name.

const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(0)} ms`;
const us = (value: number) => `${value.toFixed(0)} µs`;
const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
const percent = (part: number) => `${(part * 100).toFixed(1)} %`;

const ROUNDS = 7;
const HANG_PAIRS = 40;

interface Workload {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  readonly events: number;
  readonly beginning: Beginning;
}

const parts: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  async throughput(bench) {
    const single = await bench.endpoints(50);
    const five = await bench.endpoints(10, 5);
    const workloads: Workload[] = [
      { name: 'committed, 1 endpoint', endpoints: single, events: 30_000, beginning: 'committed' },
      { name: 'committed, 5 endpoints', endpoints: five, events: 6_000, beginning: 'committed' },
      { name: 'fanned out already', endpoints: single, events: 30_000, beginning: 'fanned_out' },
    ];
    const worker = await bench.startWorker();
    const found = new Map(workloads.map(({ name }) => [name, [] as Compared[]]));
    // The first round warms everything up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const workload of workloads) {
        const one = await beside(bench, worker, workload);
        if (round === 0) continue;
        found.get(workload.name)?.push(one);
        say(`round ${round}, ${workload.name}: ${comparison([one])}`);
      }
    }
    for (const [name, all] of found) {
      const shares = all.map(shareOf).map((share) => share.toFixed(2));
      say(`throughput, ${name}: ${comparison(all)} (${shares.toSorted().join(' ')})`);
    }
    await worker.stop();
  },

  async backlog(bench) {
    const endpoints = await bench.endpoints(100);
    const worker = await bench.startWorker();
    const { deliveries, seconds, ...drain } = await measureDrain(bench, worker, endpoints, {
      events: 100_000,
      beginning: 'committed',
    });
    say(
      `backlog: ${deliveries} deliveries in ${seconds.toFixed(1)} s (${perSecond(drain.perSecond)}), 100 endpoints`,
    );
    say(`backlog: megabytes held at each tenth of the way: ${drain.memory.join(' ')}`);
    await worker.stop();
  },

  async latency(bench) {
    const endpoints = await bench.endpoints(50);
    const worker = await bench.startWorker();
    await measureLatency(bench, endpoints, { perSecond: 200, seconds: 3 });
    const found = await measureLatency(bench, endpoints, { perSecond: 200, seconds: 30 });
    say(
      `latency: ${found.events} events at 200/s, committed to wire: p50 ${ms(found.p50)}, p99 ${ms(found.p99)}, most ${ms(found.max)}`,
    );
    await worker.stop();
  },

  async hang(bench) {
    const found = await measureHang(bench, HANG_PAIRS, (line) => say(`hang: ${line}`));
    const [from, to] = found.movedWithin;
    const verdict =
      to < 0.1 ? 'less than 10 %' : from > 0.1 ? 'more than 10 %' : 'not decided: too much noise';
    say(
      `hang: p99 of the other 49: ${ms(found.p99Well)} without, ${ms(found.p99Hanging)} with one that hangs (medians of ${found.pairs} rounds each)`,
    );
    say(
      `hang: it moves by ${percent(found.moved)} (median of ${found.pairs} pairs; 95 %: ${percent(from)} to ${percent(to)}): ${verdict}`,
    );
  },

  async crash(bench) {
    const endpoints = await bench.endpoints(8);
    const found = await measureCrashes(bench, endpoints, {
      sessions: 2_000,
      kills: 12,
      workers: 3,
    });
    say(
      `crash: ${found.kills} workers killed; ${found.committed} events committed, ${found.arrived} arrived, ${found.lost} lost, ${found.duplicates} duplicates (same id), ${found.badSignatures} bad signatures, ${found.gaps} sessions with a gap; ${found.seconds.toFixed(0)} s`,
    );
    if (found.lost + found.badSignatures + found.gaps > 0) process.exitCode = 1;
  },
};

/** What one worker did, and undici alone just before and just after. */
interface Compared {
  readonly alone: readonly Rate[];
  readonly drain: Drain;
}

async function beside(
  bench: Bench,
  worker: Worker,
  { endpoints, events, beginning }: Workload,
): Promise<Compared> {
  const before = await undiciAlone(bench, endpoints, 20_000);
  const drain = await measureDrain(bench, worker, endpoints, { events, beginning });
  const after = await undiciAlone(bench, endpoints, 20_000);
  return { alone: [before, after], drain };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const speedOf = (rates: readonly Rate[]) => mean(rates.map(({ perSecond }) => perSecond));
const workOf = ({ cpu }: Rate) => cpu.sender + cpu.receiver + cpu.postgres;
/** By the clock. */
const shareOf = ({ alone, drain }: Compared) => drain.perSecond / speedOf(alone);
/** By the processor time of everything that takes part: what else the machine does has no part in it. */
const workShareOf = ({ alone, drain }: Compared) => mean(alone.map(workOf)) / workOf(drain);

/** Medians over rounds. */
function comparison(all: readonly Compared[]): string {
  const described = (rates: readonly Rate[]) => {
    const of = (value: (rate: Rate) => number) => median(rates.map(value));
    const { sender, receiver, postgres } = {
      sender: of(({ cpu }) => cpu.sender),
      receiver: of(({ cpu }) => cpu.receiver),
      postgres: of(({ cpu }) => cpu.postgres),
    };
    return `${perSecond(of((rate) => rate.perSecond))} (${us(sender)} sender, ${us(receiver)} receiver, ${us(postgres)} Postgres)`;
  };
  const worker = described(all.map(({ drain }) => drain));
  const alone = described(all.flatMap((one) => one.alone));
  return `${worker} beside undici alone ${alone}: ${median(all.map(shareOf)).toFixed(2)} of its speed, ${median(all.map(workShareOf)).toFixed(2)} by processor time`;
}

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(parts);
const load = () =>
  `load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`;
say(
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}, ${load()}`,
);
for (const name of names) {
  const part = parts[name];
  if (!part) throw new Error(`${name} is none of ${Object.keys(parts).join(', ')}`);
  const bench = await startBench();
  const interrupted = () => void bench.stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await part(bench);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await bench.stop();
  }
}
say(load());
