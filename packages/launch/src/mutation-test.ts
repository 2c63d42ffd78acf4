import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AreaName, areas, isAreaName } from './mutation/areas.ts';
import { describeSample, drawSample } from './mutation/sample.ts';
import { throwawayPostgres } from './postgres/throwaway-postgres.ts';
import { build } from './product/build.ts';
import { commands, repository } from './repository.ts';
import { startProgress, stopRequest } from './terminal.ts';
import { runCommand } from './test-run/run-command.ts';

const usage = `npm run test:mutation [-- <area>… [option of "stryker run"…]]

Plants small defects, one at a time, and runs the tests that execute the changed code. A defect that no test
notices has survived. Areas: ${Object.keys(areas).join(', ')}. Without an area, all of them run.

Results of unchanged code and tests are reused. Reports: .cache/mutation/<area>/report.html and report.json.

Options:
  --mutate <file>[:<line>-<line>]  plants defects only there, for example packages/domain/src/session.ts:40-80
  --force                          reuses no results
  --sample <n>                     plants n defects, chosen at random from all of the area
  --seed <text>                    decides which (otherwise: 1)
  --concurrency <n>                worker processes (otherwise: the cores minus one)
`;

const { log, print } = startProgress();
const signal = stopRequest();

interface SampleRequest {
  readonly size: number;
  readonly seed: string;
}

/** The options of Stryker. Paths are relative to the repository. */
function strykerOptions(name: AreaName, folder: string, sampled: boolean) {
  const { mutate, database, minimumScore } = areas[name];
  const sampleChecker = join(import.meta.dirname, 'mutation/sample-checker.ts');
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', ...(sampled ? [sampleChecker] : [])],
    checkers: sampled ? ['sample'] : [],
    // The tests are named by the area; finding those related to a file would take time in every run.
    vitest: { configFile: 'packages/launch/src/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    mutate,
    // Types are checked elsewhere, and their checker has no API that Stryker could use.
    disableTypeChecks: false,
    // Stryker would rewrite the named file with an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    ignorePatterns: ['.cache', '.data', '.turbo', 'bench', 'e2e', 'test-results'],
    incremental: !sampled,
    incrementalFile: `${folder}/incremental.json`,
    reporters: ['progress-append-only', 'clear-text', 'json', ...(sampled ? [] : ['html'])],
    clearTextReporter: {
      allowColor: false,
      allowEmojis: false,
      reportTests: false,
      reportScoreTable: !sampled,
    },
    htmlReporter: { fileName: `${folder}/report.html` },
    jsonReporter: { fileName: `${folder}/report.json` },
    thresholds: { high: 100, low: minimumScore, break: minimumScore },
    // A busy machine is not an infinite loop.
    timeoutMS: database ? 30_000 : 8_000,
    dryRunTimeoutMinutes: 30,
    allowConsoleColors: false,
    cleanTempDir: 'always',
  };
}

async function testArea(
  name: AreaName,
  request: SampleRequest | undefined,
  options: readonly string[],
  adminUrl: string | undefined,
): Promise<boolean> {
  const folder = `.cache/mutation/${name}${request ? '-sample' : ''}`;
  await mkdir(join(repository, folder), { recursive: true });
  const configFile = join(repository, folder, 'stryker.json');
  const config = strykerOptions(name, folder, request !== undefined);
  await writeFile(configFile, JSON.stringify(config, null, 2));
  const reportFile = join(repository, folder, 'report.json');
  // Without this, a run that fails would show the score of an earlier one.
  await rm(reportFile, { force: true });
  const sampleFile = join(repository, folder, 'sample.json');
  const sample = request && (await drawSample(areas[name].mutate, request.size, request.seed));
  if (sample) await writeFile(sampleFile, JSON.stringify(sample, null, 2));
  log(`mutation testing of ${name}…`);
  const code = await runCommand(join(commands, 'stryker'), ['run', configFile, ...options], {
    env: {
      MUTATION_AREA: name,
      MUTATION_SAMPLE: sampleFile,
      TEST_DATABASE_ADMIN_URL: adminUrl,
    },
    signal,
  });
  const report = await readFile(reportFile, 'utf8').catch(() => undefined);
  if (sample && report) print(describeSample(JSON.parse(report), sample.population));
  log(`mutation testing of ${name}: ${code === 0 ? 'passed' : 'failed'}`);
  return code === 0;
}

/** Tests the areas one after the other. Returns whether all of them reach their minimum score. */
async function testAreas(
  names: readonly AreaName[],
  request: SampleRequest | undefined,
  options: readonly string[],
): Promise<boolean> {
  const given = process.env.TEST_DATABASE_ADMIN_URL;
  const needed = !given && names.some((name) => areas[name].database);
  const throwaway = needed ? await throwawayPostgres({ inMemory: true }) : undefined;
  try {
    let passed = true;
    for (const name of names) {
      if (!(await testArea(name, request, options, throwaway?.adminUrl ?? given))) passed = false;
    }
    return passed;
  } finally {
    await throwaway?.stop();
  }
}

/** Removes an option and its value from the arguments and returns the value. */
function takeOption(args: string[], option: string): string | undefined {
  const index = args.indexOf(option);
  return index === -1 ? undefined : args.splice(index, 2)[1];
}

const args = process.argv.slice(2);
const seed = takeOption(args, '--seed') ?? '1';
const size = takeOption(args, '--sample');
const request = size === undefined ? undefined : { size: Number(size), seed };
const named = args.slice(0, args.findIndex((arg) => !isAreaName(arg)) >>> 0).filter(isAreaName);
const options = args.slice(named.length);
const chosen = named.length === 0 ? Object.keys(areas).filter(isAreaName) : named;

if (request && (!(request.size > 0) || args.includes('--mutate'))) {
  print('--sample takes a number of changes and chooses them from a whole area, without --mutate.');
  process.exit(1);
}
if (args.includes('--help') || options[0]?.startsWith('-') === false) {
  print(usage);
  process.exit(args.includes('--help') ? 0 : 1);
}
try {
  const folder = join(repository, '.cache', 'mutation');
  await mkdir(folder, { recursive: true });
  await build({ tasks: ['generate'], logFile: join(folder, 'generate.log'), signal });
  process.exitCode = (await testAreas(chosen, request, options)) ? 0 : 1;
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
process.exit();
