import type { Environment } from '../harness/environment.ts';
import { formatTable, print, readLoad } from '../harness/report.ts';
import { findMedian } from './compare.ts';
import { measures } from './measures.ts';
import type { Options } from './options.ts';
import { type Measurement, startServers } from './targets.ts';

const head = [
  'measure',
  'connections',
  'server',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU µs server',
  'CPU µs PostgreSQL',
];

/** Measures the API, the reference and the peers in turn. Returns the medians of the rounds as a Markdown table. */
export async function measurePeers(environment: Environment, options: Options): Promise<string> {
  const servers = await startServers(environment, 'parley');
  const baselines = {
    'reference: Fastify, pg': servers.referenceTarget,
    'Express, Prisma, zod': await servers.startBaseline('bench/peers/express.ts'),
    'mock: Fastify, zod': await servers.startBaseline('bench/peers/mock.ts'),
  };
  const rows: string[][] = [];
  for (const measure of measures.filter(({ name }) => options.only.includes(name))) {
    const targets = [
      { server: 'API', target: servers.productTarget(measure) },
      ...Object.entries(baselines).map(([server, getTarget]) => ({
        server,
        target: getTarget(measure.baseline),
      })),
    ];
    for (const { target } of targets)
      await target.run(Math.max(...options.connections), options.warmUpSeconds);
    for (const connections of options.connections) {
      const measured = targets.map((one) => ({ ...one, rounds: [] as Measurement[] }));
      for (let round = 0; round < options.rounds; round++) {
        for (const { target, rounds } of measured)
          rounds.push(await target.run(connections, options.seconds));
      }
      for (const { server, rounds } of measured) {
        const { perSecond, p50Ms, p99Ms, cpu } = findMedian(rounds);
        const figures = [perSecond, p50Ms, p99Ms, cpu.server, cpu.postgres];
        const texts = figures.map((value) => value.toFixed(value < 10 ? 1 : 0));
        rows.push([measure.name, String(connections), server, ...texts]);
      }
      print(`${measure.name}, ${connections} connections: measured; load ${readLoad()}`);
    }
  }
  return formatTable(head, rows);
}
