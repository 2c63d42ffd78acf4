import { parseArgs } from 'node:util';
import { measures, pgbench } from './measures.ts';

const measureNames: readonly string[] = [...measures.map(({ name }) => name), pgbench.name, 'flow'];

export const usage = `npm run bench [-- option…]

Starts the API on a database of its own with production settings, together with the reference server
(bench/reference: Fastify, pg, one prepared statement per request). Measures both in turn with the same load
and prints requests per second, latency, processor time and memory, and the ratios with their goals.

Options:
  --only <names>         measures, separated by commas; groups: reads, writes
                         ${measureNames.join(', ')}
  --connections <list>   concurrent connections (1,32,128)
  --seconds <n>          length of each load (3)
  --rounds <n>           pairs of loads per measure and number of connections (5)
  --json <file>          writes the results as JSON
  --pgbench <file>       the pgbench command, if it is not on the PATH
  --profile              measures nothing else but where the API uses its processor time, by package, function
                         and call path, and which statements one request sends to PostgreSQL
                         (create, merchant_view and reserve with 32 connections)
  --scale                measures nothing else but creates with 1 thousand, 1 million and 3 million sessions
                         (6 KB of disk each)
  --sizes <list>         the numbers of sessions of --scale (1000,1000000,3000000); 10000000 needs 70 GB
  --processes            measures nothing else but creates that 1, 2 and 4 API processes share
  --citus                measures nothing else but creates and views of 32 merchants on PostgreSQL, and on Citus with
                         all shards on one and on two worker nodes, with 1, 2 and 4 API processes, and the
                         statements of one merchant on one connection. CITUS_DATABASE_URL names a database on the
                         coordinator of a cluster with two worker nodes, for a superuser. All nodes have to be on
                         this machine. PostgreSQL without Citus is another database of the coordinator
  --short                two minutes at 32 connections; fails if a ratio by CPU is below half of what it was
  --help

Every load has a fixed length, so the time is bounded: about 25 minutes with the default values, 9 with
--connections 32,128 --rounds 3 --seconds 2, and half as much again on a busy machine. --scale takes about
10 minutes for 3 million sessions, and 25 at a load of 20. --profile and --processes take 2 to 5, --citus 15.

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
  readonly json: string | undefined;
  readonly pgbench: string;
  readonly profile: boolean;
  readonly scale: boolean;
  readonly sizes: readonly number[];
  readonly processes: boolean;
  readonly citus: boolean;
  readonly short: boolean;
  readonly help: boolean;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a positive number, not "${text}".`);
  return value;
}

const list = (text: string) => text.split(',').map((one) => one.trim());
const positives = (name: string, text: string) => list(text).map((one) => positive(name, one));

const groups: Readonly<Record<string, readonly string[]>> = {
  reads: measures.filter(({ baseline }) => baseline === 'referenceRead').map(({ name }) => name),
  writes: measures.filter(({ baseline }) => baseline === 'referenceWrite').map(({ name }) => name),
};

function names(text: string): string[] {
  const chosen = list(text).flatMap((name) => groups[name] ?? [name]);
  const unknown = chosen.find((name) => !measureNames.includes(name));
  if (unknown === undefined) return chosen;
  throw new Error(
    `--only does not accept "${unknown}". Accepted: ${[...measureNames, ...Object.keys(groups)].join(', ')}.`,
  );
}

/** What is measured unless the command line says otherwise. */
function standardOf({ short, profile }: Pick<Options, 'short' | 'profile'>) {
  if (profile) return { only: ['create', 'merchant_view', 'reserve'], connections: '32' };
  // The short form compares with the reference server only.
  if (short) return { only: measures.map(({ name }) => name), connections: '32' };
  return { only: measureNames, connections: '1,32,128' };
}

/** @throws Error with a message for the terminal */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      connections: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      json: { type: 'string' },
      pgbench: { type: 'string', default: 'pgbench' },
      profile: { type: 'boolean', default: false },
      scale: { type: 'boolean', default: false },
      sizes: { type: 'string', default: '1000,1000000,3000000' },
      processes: { type: 'boolean', default: false },
      citus: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { short, profile } = values;
  const standard = standardOf({ short, profile });
  return {
    only: values.only === undefined ? standard.only : names(values.only),
    connections: positives('connections', values.connections ?? standard.connections),
    seconds: positive('seconds', values.seconds ?? (short ? '1' : '3')),
    rounds: positive('rounds', values.rounds ?? (short ? '3' : '5')),
    warmUpSeconds: short ? 2 : 6,
    json: values.json,
    pgbench: values.pgbench,
    profile,
    scale: values.scale,
    sizes: positives('sizes', values.sizes),
    processes: values.processes,
    citus: values.citus,
    short,
    help: values.help,
  };
}
