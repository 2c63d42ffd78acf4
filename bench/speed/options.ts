import { readOptions, readPositive } from '../harness/read-options.ts';
import { measures } from './measures.ts';

const measureNames = measures.map(({ name }) => name);
const getNames = (baseline: string) =>
  measures.filter((measure) => measure.baseline === baseline).map(({ name }) => name);
const groups: Readonly<Record<string, readonly string[]>> = {
  reads: getNames('referenceRead'),
  writes: getNames('referenceWrite'),
};

const usage = `npm run bench [-- option…]

Starts the API on a database of its own with production settings, together with the reference server
(bench/reference: Fastify, pg, one prepared statement per request). Measures both in turn with the same load
and prints requests per second, latency and processor time, and the ratios with their goals.

Options:
  --only <names>         measures, separated by commas; groups: reads, writes
                         ${measureNames.join(', ')}
  --connections <list>   concurrent connections (32,128)
  --seconds <n>          length of each load (3)
  --rounds <n>           pairs of loads per measure and number of connections (5)
  --peers                measures in turn, besides the API and the reference, what a user would otherwise use
                         (bench/peers): Express with Prisma and zod on the tables of the reference, and a mock of a
                         payments API without a database (create and merchant_view)
  --profile              measures nothing else but where the API uses its processor time, by package and function,
                         and which statements one request sends to PostgreSQL
                         (create, merchant_view and reserve with 32 connections)
  --citus                measures nothing else but the statements of one merchant on one connection, on PostgreSQL
                         and on Citus with all shards on one and on two worker nodes. CITUS_DATABASE_URL names a
                         database on the coordinator of a cluster with two worker nodes, for a superuser. All nodes
                         have to be on this machine. PostgreSQL without Citus is another database of the coordinator
  --short                two minutes at 32 connections; fails if a ratio by CPU is below half of what it was
  --help

Every load has a fixed length, so the time is bounded: about 16 minutes with the default values, 9 with
--rounds 3 --seconds 2, and half as much again on a busy machine. --peers, --profile and --citus take 2 to 6.

The results depend on other load of the machine; the ratios do so the least. docs/benchmarks.md has results.
`;

/** The options of the command line. */
export interface Options {
  readonly only: readonly string[];
  readonly connections: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  /** Length of the load before the first round. */
  readonly warmUpSeconds: number;
  readonly peers: boolean;
  readonly profile: boolean;
  readonly citus: boolean;
  readonly short: boolean;
}

const split = (text: string) => text.split(',').map((one) => one.trim());

function readNames(text: string): string[] {
  const chosen = split(text).flatMap((name) => groups[name] ?? [name]);
  const unknown = chosen.find((name) => !measureNames.includes(name));
  if (unknown === undefined) return chosen;
  const accepted = [...measureNames, ...Object.keys(groups)].join(', ');
  throw new Error(`--only does not accept "${unknown}". Accepted: ${accepted}.`);
}

/** @throws Error with a message for the terminal */
export function readSpeedOptions(): Options {
  const { values } = readOptions(usage, {
    only: { type: 'string' },
    connections: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    peers: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    citus: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  });
  const { short, peers, profile, citus } = values;
  const profiled = ['create', 'merchant_view', 'reserve'];
  const standard = peers ? ['create', 'merchant_view'] : profile ? profiled : measureNames;
  const connections = values.connections ?? (short || profile ? '32' : '32,128');
  return {
    only: values.only === undefined ? standard : readNames(values.only),
    connections: split(connections).map((one) => readPositive('--connections', one)),
    seconds: readPositive('--seconds', values.seconds ?? (short ? '1' : '3')),
    rounds: readPositive('--rounds', values.rounds ?? (short ? '3' : '5')),
    warmUpSeconds: short ? 2 : 6,
    peers,
    profile,
    citus,
    short,
  };
}
