import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { describeMachine, formatTable, print } from '../harness/report.ts';
import { runTarget, type TargetRun } from './run-target.ts';
import { targets } from './targets/index.ts';

const usage = `npm run fuzz -- [option…]

Gives random and long inputs to parsers and readers. Fails if one throws an error that is not documented, breaks one of
its properties or takes more than 50 ms. Prints each such input; add it to bench/fuzz/corpus.json.

Options:
  --target <name>   only this target: ${targets.map(({ name }) => name).join(', ')}
  --inputs <n>      number of random inputs of each target (10000000)
  --seed <n>        repeats a run (the time)
  --output <folder> where report.md and report.json are written (.cache/fuzz)
  --help
`;

const { values } = readOptions(usage, {
  target: { type: 'string' },
  inputs: { type: 'string', default: '10000000' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  output: { type: 'string', default: '.cache/fuzz' },
});
const inputs = readPositive('--inputs', values.inputs);
const seed = readPositive('--seed', values.seed);
const chosen = targets.filter(({ name }) => (values.target ?? name) === name);
if (chosen.length === 0) throw new Error(`--target ${values.target} is none of the targets.`);

// The time in signatures stays valid however long a run takes.
const time = Date.now();
Date.now = () => time;
// Most inputs throw an error, whose stack is not shown.
Error.stackTraceLimit = 0;
print(`${describeMachine()}; ${inputs} inputs of each target, seed ${seed}`);
const runs: TargetRun[] = [];
for (const target of chosen) {
  const run = await runTarget(target, {
    inputs,
    seed,
    longLengths: [16 * 1024, 100_000, 1_000_000],
    onProgress: (count) => print(`${target.name}: ${count} inputs`),
  });
  runs.push(run);
  const rate = Math.round(run.inputs / run.seconds);
  print(
    `${target.name}: ${run.seconds.toFixed(0)} s, ${rate} inputs/s, ${run.findings.length} findings`,
  );
  for (const { input, problem } of run.findings) {
    print(`FAILED: ${problem.slice(0, 500)}\n  ${JSON.stringify(input).slice(0, 1_000)}`);
  }
}

const head = [
  'Target',
  'Inputs',
  'Long inputs',
  'Seconds',
  'Results',
  'Slowest, ms',
  'Its length',
  'Findings',
];
const rows = runs.map(({ target, seconds, slowest, findings, ...counts }) => [
  target,
  ...[counts.inputs, counts.longInputs, Math.round(seconds), counts.results].map(String),
  slowest.ms.toFixed(1),
  String(slowest.length),
  String(findings.length),
]);
print(formatTable(head, rows));
await mkdir(values.output, { recursive: true });
await writeFile(join(values.output, 'report.md'), `# Fuzzing\n\n${formatTable(head, rows)}\n`);
await writeFile(
  join(values.output, 'report.json'),
  JSON.stringify({ inputs, seed, runs }, null, 2),
);
if (runs.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
