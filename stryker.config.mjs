import { areas, mutationArea } from './packages/launch/src/mutation/areas.ts';

const { mutate, database, minimumScore } = areas[mutationArea];
const folder = `.cache/mutation/${mutationArea}`;

/** @type {import('@stryker-mutator/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // The tests are named by the area; finding those related to a file would take time in every run.
  vitest: { configFile: 'packages/launch/src/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  mutate,
  // Types are checked elsewhere, and their checker has no API that Stryker could use.
  disableTypeChecks: false,
  // Stryker would rewrite the named file with an API that TypeScript 7 does not have.
  tsconfigFile: 'none',
  ignorePatterns: ['.cache', '.data', '.turbo', 'bench', 'e2e', 'test-results'],
  incremental: true,
  incrementalFile: `${folder}/incremental.json`,
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  clearTextReporter: { reportTests: false },
  htmlReporter: { fileName: `${folder}/report.html` },
  jsonReporter: { fileName: `${folder}/report.json` },
  thresholds: { high: 100, low: minimumScore, break: minimumScore },
  // A busy machine is not an infinite loop.
  timeoutMS: database ? 30_000 : 8_000,
  dryRunTimeoutMinutes: 30,
  cleanTempDir: 'always',
};
