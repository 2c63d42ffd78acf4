import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { withServers } from '../harness/environment.ts';
import { createRandom } from '../harness/random.ts';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { describeMachine, formatTable, print } from '../harness/report.ts';
import { kinds } from './kinds/index.ts';
import { startProduct } from './product.ts';
import { createReport, formatReport, type KindReport } from './report.ts';
import { runHistory } from './run-history.ts';
import { runRevocation } from './run-revocation.ts';

const usage = `npm run linearizability [-- option…]

Records histories of concurrent operations on single objects through two API processes on one database, and checks
that each history is linearizable. Fails on a history that is not, or whose check exceeds its budget.

Options:
  --histories <n>   number of histories, of all kinds together (500)
  --seed <n>        repeats the choices of a run, but not its timing (the time)
  --kind <name>     only this kind: ${kinds.map(({ name }) => `"${name}"`).join(', ')}, "API key"
  --output <folder> where report.md, report.json and failing histories are written (.cache/linearizability)
  --help
`;

const CLIENTS = 8;
const OPERATIONS = 200;
/** Histories that run at once: each mostly waits for the rows of its own object. */
const HISTORIES_AT_ONCE = 4;
const PROGRESS_EVERY = 10;

const { values } = readOptions(usage, {
  histories: { type: 'string', default: '500' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  kind: { type: 'string' },
  output: { type: 'string', default: '.cache/linearizability' },
});
const histories = readPositive('--histories', values.histories);
const seed = readPositive('--seed', values.seed);
const size = { clients: CLIENTS, operations: OPERATIONS };
const REVOCATION = 'API key';
const names = [...kinds.map(({ name }) => name), REVOCATION].filter(
  (name) => (values.kind ?? name) === name,
);
if (names.length === 0) throw new Error(`--kind ${values.kind} is none of the kinds.`);

print(`${describeMachine()}; ${histories} histories, seed ${seed}`);
await mkdir(values.output, { recursive: true });
const began = performance.now();
const reports = new Map<string, KindReport>(names.map((name) => [name, createReport(name)]));

/** Writes a failing history, which names its kind and its seed. */
async function save(name: string, historySeed: number, failure: object): Promise<void> {
  const file = join(values.output, `${name.replaceAll(' ', '-')}-${historySeed}.json`);
  await writeFile(file, JSON.stringify({ kind: name, seed: historySeed, ...failure }, null, 2));
  print(`FAILED: ${name}, seed ${historySeed}; see ${file}`);
}

const postgres = await throwawayPostgres({ inMemory: true });
await withServers(
  [postgres.adminUrl],
  async ({ adminUrl, folder, use }) => {
    const product = await startProduct(adminUrl, { folder, use });
    let finished = 0;
    const run = async (index: number) => {
      const name = names[index % names.length] as string;
      const report = reports.get(name) as KindReport;
      const historySeed = seed + index;
      const random = createRandom(historySeed);
      const kind = kinds.find((one) => one.name === name);
      if (kind) {
        const result = await runHistory(product, kind, random, size);
        report.add(result);
        for (const verdict of result.verdicts) {
          if (verdict.kind !== 'linearizable') await save(name, historySeed, verdict);
        }
      } else {
        const result = await runRevocation(product, random, size);
        report.addRevocation(result);
        if (result.errors.length > 0) await save(name, historySeed, result);
      }
      finished += 1;
      if (finished % PROGRESS_EVERY === 0 || finished === histories) {
        const seconds = ((performance.now() - began) / 1_000).toFixed(0);
        print(`${finished} of ${histories} histories after ${seconds} s`);
      }
    };
    let next = 0;
    const runNext = async () => {
      while (next < histories) await run(next++);
    };
    await Promise.all(Array.from({ length: HISTORIES_AT_ONCE }, runNext));
  },
  postgres.stop,
);

const seconds = (performance.now() - began) / 1_000;
const all = [...reports.values()];
const { head, rows } = formatReport(all);
const summary = `${histories} histories, seed ${seed}, ${seconds.toFixed(0)} s; ${describeMachine()}`;
print(`${formatTable(head, rows)}\n${summary}`);
await writeFile(
  join(values.output, 'report.md'),
  `# Linearizability\n\n${formatTable(head, rows)}\n\n${summary}\n`,
);
await writeFile(
  join(values.output, 'report.json'),
  JSON.stringify({ histories, seed, seconds, kinds: all.map(({ totals }) => totals) }, null, 2),
);
if (all.some(({ totals }) => totals.failed + totals.undecided > 0)) process.exitCode = 1;
