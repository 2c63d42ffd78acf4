import { median } from '@parley/bench-shared/statistics';
import type { BenchmarkTarget, Measurement } from './benchmark-target.ts';
import { measureInTurn, medianMeasurement, warmUp } from './compare.ts';
import { type Environment, openProductTargets } from './environment.ts';
import type { Measure } from './measures.ts';
import type { Options } from './options.ts';
import { startProduct } from './product.ts';
import { load, table } from './report.ts';

/** The cost of a create may differ by this share between sizes. */
const SIZE_GOAL = 0.15;
const SIZE_CONNECTIONS = 32;
const PROCESS_CONNECTIONS = 128;
const PROCESS_COUNTS = [1, 2, 4];

/** Creates with a number of sessions in the table, or with a number of API processes. */
export interface ScaleResult {
  readonly of: 'sessions' | 'processes';
  readonly count: number;
  readonly measurement: Measurement;
  /** Processor time of API and PostgreSQL per create, relative to the first row: median of the rounds. */
  readonly cost: number;
  readonly databaseBytes: number;
}

const costOf = ({ cpu }: Measurement) => cpu.server + cpu.postgres;

function relativeCost(measurements: readonly Measurement[], first: readonly Measurement[]): number {
  return median(
    measurements.map((measurement, i) => costOf(measurement) / costOf(first[i] ?? measurement)),
  );
}

/** Measures create in databases of different sizes in turn, then with several API processes in turn. */
export async function measureScale(
  environment: Environment,
  create: Measure,
  options: Options,
  print: (line: string) => void,
): Promise<ScaleResult[]> {
  const sizes = await measureSizes(environment, create, options, print);
  return [...sizes, ...(await measureProcesses(environment, create, options, print))];
}

async function measureSizes(
  environment: Environment,
  create: Measure,
  { sizes, seconds, rounds, warmUpSeconds }: Options,
  print: (line: string) => void,
): Promise<ScaleResult[]> {
  const filled: { size: number; target: BenchmarkTarget; bytes: number }[] = [];
  for (const size of sizes) {
    const product = environment.use(
      await startProduct({ ...environment, name: `sessions_${size}` }),
    );
    const { targetOf, sessions } = await openProductTargets(environment, product, 0);
    await sessions.fill('created', size, (done) =>
      print(`${done.toLocaleString('en')} of ${size.toLocaleString('en')} sessions`),
    );
    await sessions.analyze();
    const bytes = await sessions.databaseBytes();
    filled.push({ size, target: targetOf(create), bytes });
  }
  const targets = filled.map(({ target }) => target);
  await warmUp(targets, { connections: SIZE_CONNECTIONS, seconds: warmUpSeconds });
  const measured = await measureInTurn(targets, {
    connections: SIZE_CONNECTIONS,
    seconds,
    rounds,
  });
  print(`sizes measured; load ${load()}`);
  return filled.map(({ size, bytes }, i) => ({
    of: 'sessions',
    count: size,
    measurement: medianMeasurement(measured[i] ?? []),
    cost: relativeCost(measured[i] ?? [], measured[0] ?? []),
    databaseBytes: bytes,
  }));
}

async function measureProcesses(
  environment: Environment,
  create: Measure,
  { seconds, rounds, warmUpSeconds }: Options,
  print: (line: string) => void,
): Promise<ScaleResult[]> {
  const processes = Math.max(...PROCESS_COUNTS);
  const product = environment.use(
    await startProduct({ ...environment, name: 'processes', processes }),
  );
  const { targetOf, sessions } = await openProductTargets(environment, product, 0);
  const targets = PROCESS_COUNTS.map((count) => targetOf(create, product.apis.slice(0, count)));
  await warmUp(targets, { connections: PROCESS_CONNECTIONS, seconds: warmUpSeconds });
  const measured = await measureInTurn(targets, {
    connections: PROCESS_CONNECTIONS,
    seconds,
    rounds,
  });
  print(`processes measured; load ${load()}`);
  const databaseBytes = await sessions.databaseBytes();
  return PROCESS_COUNTS.map((count, i) => ({
    of: 'processes',
    count,
    measurement: medianMeasurement(measured[i] ?? []),
    cost: relativeCost(measured[i] ?? [], measured[0] ?? []),
    databaseBytes,
  }));
}

function costCell({ of, cost }: ScaleResult): string {
  const text = cost.toFixed(2);
  if (of === 'processes') return text;
  const goal = `${1 - SIZE_GOAL} to ${1 + SIZE_GOAL}`;
  return Math.abs(cost - 1) <= SIZE_GOAL ? `${text} (${goal})` : `**${text}** (${goal})`;
}

/** The results as a Markdown table. */
export function scaleTable(results: readonly ScaleResult[]): string {
  return table(
    [
      'of',
      'number',
      'creates /s',
      'p50 ms',
      'p99 ms',
      'CPU µs API',
      'CPU µs PostgreSQL',
      'cost relative to the first (goal)',
      'API MB',
      'database GB',
    ],
    results.map((result) => {
      const { of, count, measurement, databaseBytes } = result;
      return [
        of,
        count.toLocaleString('en'),
        measurement.perSecond.toFixed(0),
        measurement.p50Ms.toFixed(1),
        measurement.p99Ms.toFixed(1),
        measurement.cpu.server.toFixed(0),
        measurement.cpu.postgres.toFixed(0),
        costCell(result),
        (measurement.serverBytes / 1e6).toFixed(0),
        (databaseBytes / 1e9).toFixed(2),
      ];
    }),
  );
}
