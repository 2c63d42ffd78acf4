import type { ServerProcess } from '@parley/testing';
import { withPostgres } from '../harness/environment.ts';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { describeMachine, formatTable, print, readLoad } from '../harness/report.ts';
import { median, sum } from '../harness/statistics.ts';
import type { BacklogStage } from './backlog.ts';
import { type Bench, type Endpoint, startBench } from './bench.ts';
import { type Latency, measureLatency } from './latency.ts';
import { measureShare } from './share.ts';
import { measureDrain, measureUndici, type Rate } from './throughput.ts';

interface Workload {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  readonly events: number;
  readonly stage: BacklogStage;
}

const benchmarks: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  async throughput(bench) {
    const single = await bench.createEndpoints(50);
    const five = await bench.createEndpoints(10, 5);
    const workloads: Workload[] = [
      { name: 'committed, 1 endpoint', endpoints: single, events: 30_000, stage: 'committed' },
      { name: 'committed, 5 endpoints', endpoints: five, events: 6_000, stage: 'committed' },
      { name: 'fanned out already', endpoints: single, events: 30_000, stage: 'fanned_out' },
    ];
    const worker = await bench.startWorker();
    const found = new Map(workloads.map(({ name }) => [name, [] as Compared[]]));
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round++) {
      for (const workload of workloads) {
        const one = await compareWithUndici(bench, worker, workload);
        if (round === 0) continue;
        found.get(workload.name)?.push(one);
        print(`round ${round}, ${workload.name}: ${getShare(one).toFixed(2)} of undici`);
      }
    }
    const head = ['', 'rate', 'share (rounds)', 'share of processor time'];
    const costs = ['sender, µs', 'receiver, µs', 'PostgreSQL, µs'];
    print(formatTable([...head, ...costs], [...found].flatMap(describeThroughput)));
  },

  async latency(bench) {
    const endpoints = await bench.createEndpoints(50);
    await bench.startWorker();
    await measureLatency(bench, endpoints, { perSecond: 200, seconds: 3 });
    const found = await measureLatency(bench, endpoints, { perSecond: 200, seconds: 30 });
    printLatencies({ 'committed to wire, 200 events/s': found });
  },

  async share(bench) {
    printLatencies(await measureShare(bench));
  },
};

const usage = `npm run bench:webhooks [-- name… [option…]]

Measures webhooks: ${Object.keys(benchmarks).join(', ')}. Without a name all of them, in about 12 minutes.

  throughput   deliveries of a backlog, compared with undici alone
  latency      from the commit of an event to its arrival
  share        latency of one merchant while the endpoints of others respond after 14 seconds

Options:
  --rounds <n>   rounds of throughput, after one that does not count (7)
  --help
`;

/** The rate of a worker, and of undici before and after it. */
interface Compared {
  readonly undici: readonly Rate[];
  readonly drain: Rate;
}

async function compareWithUndici(
  bench: Bench,
  worker: ServerProcess,
  { endpoints, events, stage }: Workload,
): Promise<Compared> {
  const before = await measureUndici(bench, endpoints, 20_000);
  const drain = await measureDrain(bench, worker, endpoints, { events, stage });
  const after = await measureUndici(bench, endpoints, 20_000);
  return { undici: [before, after], drain };
}

const mean = (values: readonly number[]) => sum(values) / values.length;
const getWork = ({ cpu }: Rate) => cpu.sender + cpu.receiver + cpu.postgres;
/** The worker's rate relative to undici's. */
const getShare = ({ undici, drain }: Compared) =>
  drain.perSecond / mean(undici.map(({ perSecond }) => perSecond));
/** The same by processor time of all processes involved, which other load does not change. */
const getWorkShare = ({ undici, drain }: Compared) => mean(undici.map(getWork)) / getWork(drain);

/** The medians of several rounds: a row for the worker and one for undici. */
function describeThroughput([name, all]: readonly [string, readonly Compared[]]): string[][] {
  const shares = all.map(getShare);
  const range = [Math.min(...shares), Math.max(...shares)].map((share) => share.toFixed(2));
  const describe = (name: string, rates: readonly Rate[], share: string, workShare: string) => {
    const of = (value: (rate: Rate) => number) => Math.round(median(rates.map(value)));
    return [
      name,
      `${of(({ perSecond }) => perSecond).toLocaleString('en')}/s`,
      share,
      workShare,
      ...(['sender', 'receiver', 'postgres'] as const).map((one) =>
        String(of(({ cpu }) => cpu[one])),
      ),
    ];
  };
  return [
    describe(
      name,
      all.map(({ drain }) => drain),
      `${median(shares).toFixed(2)} (${range.join(' to ')})`,
      median(all.map(getWorkShare)).toFixed(2),
    ),
    describe(
      'undici alone',
      all.flatMap(({ undici }) => undici),
      '1',
      '1',
    ),
  ];
}

function printLatencies(latencies: Readonly<Record<string, Latency>>): void {
  const head = ['', 'p50, ms', 'p99, ms', 'maximum, ms', 'events', 'missing', 'refused'];
  const rows = Object.entries(latencies).map(
    ([name, { p50, p99, max, events, missing, refused }]) => [
      name,
      ...[p50, p99, max, events, missing, refused].map((value) => value.toFixed(0)),
    ],
  );
  print(formatTable(head, rows));
}

const { values, positionals } = readOptions(usage, { rounds: { type: 'string', default: '7' } });
const rounds = readPositive('--rounds', values.rounds);
print(describeMachine());
for (const name of positionals.length > 0 ? positionals : Object.keys(benchmarks)) {
  const benchmark = benchmarks[name];
  if (!benchmark) throw new Error(`${name} is not one of ${Object.keys(benchmarks).join(', ')}`);
  await withPostgres(async (environment) => benchmark(await startBench(environment)));
  print(`${name}; load ${readLoad()}`);
}
