import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportVersion, findPreviousVersion } from '../harness/previous-version.ts';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { formatCounts, formatTable, print } from '../harness/report.ts';
import { type FaultKind, faultKinds } from './fault-plan.ts';
import { formatReport } from './report.ts';
import { type RunResult, runChaos } from './run.ts';
import { findSabotage, type Sabotage, sabotages } from './sabotage.ts';

const usage = `npm run chaos [-- option…]

Runs the product with two API processes, two workers, the payer page's router, the simulator and
PostgreSQL, under a mixed load, while faults happen, and checks that no invariant is violated. Ends with the exit
code 1 on a violation, and prints the command that repeats the run.

Options:
  --seed <n>         determines the faults and what clients do (1)
  --minutes <n>      minutes with faults (5); with 10 or more, some faults take up to 90 seconds
  --kinds <names>    only these kinds of faults, separated by commas
  --previous <commit>  the version that the fault previous_version starts, on the schema of this one; "last" for the
                     one before this version. Without it, that fault is left out
  --report <folder>  where report.md and report.json are written (bench/chaos/reports)
  --sabotage <name>  adds a bug to the product, which the run must detect:
${sabotages.map(({ name, description }) => `                       ${name}: ${description}`).join('\n')}
                       all: runs each of them, and fails if one is not detected
  --help

Kinds of faults: ${faultKinds.join(', ')}
`;

const { values } = readOptions(usage, {
  seed: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '5' },
  kinds: { type: 'string' },
  previous: { type: 'string' },
  report: { type: 'string', default: 'bench/chaos/reports' },
  sabotage: { type: 'string' },
});

/** @throws Error for a name that is no kind */
function readKinds(text: string | undefined): readonly FaultKind[] | undefined {
  return text?.split(',').map((name) => {
    const kind = faultKinds.find((one) => one === name.trim());
    if (!kind) throw new Error(`--kinds must name kinds of faults, not "${name}".`);
    return kind;
  });
}

const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort());
const began = performance.now();
const log = (line: string) =>
  print(`[${((performance.now() - began) / 1000).toFixed(0)} s] ${line}`);

const { previous: ref } = values;
const previous =
  ref === undefined
    ? undefined
    : await exportVersion(ref === 'last' ? await findPreviousVersion() : ref);
if (previous) log(`the previous version is ${previous.version}`);

/** Runs the product once, writes the report and prints what was violated. */
async function run(sabotage: Sabotage | undefined, folder: string): Promise<RunResult> {
  const result = await runChaos({
    seed: readPositive('--seed', values.seed),
    minutes: readPositive('--minutes', values.minutes),
    kinds: readKinds(values.kinds) ?? sabotage?.kinds,
    sabotage,
    previousDirectory: previous?.folder ?? null,
    log,
    signal: stopping.signal,
  });
  const given = { ...values, ...(sabotage ? { sabotage: sabotage.name } : {}), report: undefined };
  const command = `npm run chaos -- ${Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ')}`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.md'), `${formatReport(result, command)}\n`);
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(result, null, 2)}\n`);
  print(`faults: ${formatCounts(result.numbers.faults)}`);
  for (const { invariant, after, count, examples } of result.violations) {
    print(`VIOLATED ${invariant} (${count}) ${after ? `after ${after}` : 'at the end'}:`);
    for (const line of examples) print(`  ${line.slice(0, 600)}`);
  }
  const { length } = result.violations;
  print(
    `${length === 0 ? 'no invariant was violated' : `${length} violations`}; report in ${folder}`,
  );
  print(`repeat with: ${command}`);
  return result;
}

/** Runs every sabotage. Each must be detected. */
async function runSabotages(): Promise<boolean> {
  const rows: string[][] = [];
  for (const sabotage of sabotages) {
    log(`sabotage ${sabotage.name}: ${sabotage.description}`);
    const { violations } = await run(sabotage, join(values.report, sabotage.name));
    const names = [...new Set(violations.map(({ invariant }) => invariant))];
    rows.push([sabotage.name, sabotage.description, names.join(', ') || '**not detected**']);
  }
  const table = formatTable(['Sabotage', 'Bug', 'Violated'], rows);
  await writeFile(join(values.report, 'sabotages.md'), `${table}\n`);
  print(table);
  return rows.every(([, , names]) => names !== '**not detected**');
}

/** Whether a run violated nothing, or every sabotage was detected. */
async function runAll(): Promise<boolean> {
  const { sabotage, report } = values;
  if (sabotage === 'all') return runSabotages();
  const { violations } = await run(
    sabotage === undefined ? undefined : findSabotage(sabotage),
    report,
  );
  return violations.length === 0;
}

const isGood = await runAll().finally(() => previous?.remove());
process.exit(isGood && !stopping.signal.aborted ? 0 : 1);
