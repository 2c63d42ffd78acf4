import { availableParallelism } from 'node:os';
import { withPostgres } from '../harness/environment.ts';
import { createMerchantDatabase } from '../harness/merchant-database.ts';
import { readCpuMicroseconds } from '../harness/process-usage.ts';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { formatTable, print, readLoad } from '../harness/report.ts';
import { startApi } from '../harness/start-process.ts';
import { quantile, sum } from '../harness/statistics.ts';
import type { LoadResult } from '../load/load-protocol.ts';
import { getCredentials } from '../load/requests.ts';
import { startGenerator } from '../load/start-generator.ts';

const usage = `npm run bench:overload [-- option…]

Measures the capacity of an API process before and after it sends 0.7 and 4 times as much.

Options:
  --rounds <n>    repetitions, each with an API process of its own (3)
  --seconds <n>   length of each load (10)
  --help
`;

/** As many as calls that run at once, so that no slot is idle and none has to wait. */
const CLIENTS = 40;
/** So many that a client seldom has to wait until one is free. */
const CONNECTIONS = 4_000;

interface Measured extends LoadResult {
  /** Processor time of the API. */
  readonly apiMicroseconds: number;
}

const getCapacity = ({ admitted, seconds }: LoadResult) => admitted.length / seconds;

function describe(name: string, load: Measured, capacity: number): string[] {
  const { admitted, refused, failures, unsent, late, seconds } = load;
  const ms = (values: readonly number[], q: number) => quantile(values, q).toFixed(0);
  const cores = (microseconds: number) => (microseconds / seconds / 1e6).toFixed(2);
  const sent = admitted.length + refused.length + failures.length;
  return [
    name,
    (sent / seconds).toFixed(0),
    `${getCapacity(load).toFixed(0)} (${((100 * getCapacity(load)) / capacity).toFixed(0)} %)`,
    `${ms(admitted, 0.5)}, ${ms(admitted, 0.99)}`,
    `${refused.length}: ${ms(refused, 0.5)}, ${ms(refused, 0.99)}`,
    [failures.length, ...new Set(failures)].slice(0, 3).join(' '),
    String(unsent),
    `${ms(late, 0.99)}, ${cores(load.cpuMicroseconds)}`,
    cores(load.apiMicroseconds),
  ];
}

const head = [
  'load',
  'sent /s',
  'admitted /s (share of the capacity)',
  'p50, p99 ms',
  'refused: p50, p99 ms',
  'failed',
  'not sent',
  'generator: p99 ms late, cores',
  'API cores',
];

const { values } = readOptions(usage, {
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '10' },
});
const rounds = readPositive('--rounds', values.rounds);
const seconds = readPositive('--seconds', values.seconds);

await withPostgres(async ({ adminUrl, folder, use }) => {
  const generator = use(startGenerator());
  const merchant = await createMerchantDatabase(adminUrl);
  await merchant.database.close();
  const credentials = getCredentials(merchant);
  for (let round = 1; round <= rounds; round++) {
    const api = use(await startApi(merchant, { folder }));
    const send = async (connections: number, perSecond: number | null): Promise<Measured> => {
      let before = 0;
      const result = await generator.run(
        {
          kind: 'createWithoutKey',
          origin: api.url,
          credentials,
          connections,
          seconds,
          perSecond,
          items: [],
          use: 'none',
        },
        async () => {
          before = await readCpuMicroseconds(api.pid);
        },
      );
      return { ...result, apiMicroseconds: (await readCpuMicroseconds(api.pid)) - before };
    };
    // The first one is a warm-up.
    await send(CLIENTS, null);
    const before = await send(CLIENTS, null);
    const normal = await send(CONNECTIONS, getCapacity(before) * 0.7);
    const overload = await send(CONNECTIONS, getCapacity(before) * 4);
    const after = await send(CLIENTS, null);
    const capacity = (getCapacity(before) + getCapacity(after)) / 2;
    print(`round ${round}, load ${readLoad()} on ${availableParallelism()} cores`);
    print(
      formatTable(head, [
        describe('capacity before', before, capacity),
        describe('0.7 × capacity', normal, capacity),
        describe('4 × capacity', overload, capacity),
        describe('capacity after', after, capacity),
      ]),
    );
    const cost = sum([before, after].map(({ apiMicroseconds }) => apiMicroseconds));
    const perAdmitted = cost / (before.admitted.length + after.admitted.length);
    const perRefused =
      (overload.apiMicroseconds - overload.admitted.length * perAdmitted) / overload.refused.length;
    print(
      `API: ${perAdmitted.toFixed(0)} µs per admitted request, ${perRefused.toFixed(0)} µs per refused one`,
    );
    await api.stop();
  }
});
