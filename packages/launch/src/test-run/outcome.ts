import { stripVTControlCharacters } from 'node:util';

/** The result of tests. */
export interface Outcome {
  readonly passed: number;
  /** What failed, each as one line. */
  readonly failures: readonly string[];
}

export const nothing: Outcome = { passed: 0, failures: [] };

export function add(a: Outcome, b: Outcome): Outcome {
  return { passed: a.passed + b.passed, failures: [...a.failures, ...b.failures] };
}

/** The outcome of something that counts as one test. */
export const singleOutcome = (name: string, passed: boolean): Outcome =>
  passed ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const count = (value: unknown) => (typeof value === 'number' ? value : 0);

/** The first line of the error of a test in Playwright's JSON report, in its last run. */
function findReason({ results }: JsonObject): string {
  const error = list(results).at(-1)?.error;
  if (!isObject(error) || typeof error.message !== 'string') return '';
  return `: ${stripVTControlCharacters(error.message).split('\n', 1)[0]}`;
}

/** The failed tests in a suite of Playwright's JSON report. */
function findFailures({ suites, specs }: JsonObject): string[] {
  return [
    ...list(suites).flatMap(findFailures),
    ...list(specs).flatMap(({ file, title, tests }) =>
      list(tests)
        .filter(({ status }) => status === 'unexpected')
        .map((test) => `${file} > ${title}${findReason(test)}`),
    ),
  ];
}

/** Reads Playwright's JSON report. An error outside a test counts as a failed test. */
export function playwrightOutcome(report: unknown): Outcome {
  if (!isObject(report) || !isObject(report.stats)) return nothing;
  const { expected, flaky } = report.stats;
  const errors = list(report.errors).map(({ message }) => String(message));
  return {
    passed: count(expected) + count(flaky),
    failures: [...findFailures(report), ...errors],
  };
}

/** The least that a dependency check of the repository reads. With less, it has checked (nearly) nothing. */
const minimumRead = { modules: 500, dependencies: 500 };

/** Reads dependency-cruiser's JSON report. The check counts as one test. */
export function dependencyOutcome(report: unknown): Outcome {
  const summary = isObject(report) && isObject(report.summary) ? report.summary : {};
  return singleOutcome(
    'dependency rules',
    summary.error === 0 &&
      count(summary.totalCruised) >= minimumRead.modules &&
      count(summary.totalDependenciesCruised) >= minimumRead.dependencies,
  );
}

/**
 * Adds a failure when a runner failed without a failed test, or ran no test.
 * @param errorOutput the end of what it wrote to standard error
 */
export function failRunWithoutFailures(
  outcome: Outcome,
  exitCode: number,
  errorOutput = '',
): Outcome {
  if (outcome.failures.length > 0 || (exitCode === 0 && outcome.passed > 0)) return outcome;
  const failure =
    exitCode === 0
      ? 'no test ran'
      : `the runner exited with code ${exitCode}, but no test failed. ${errorOutput}`.trimEnd();
  return { ...outcome, failures: [failure] };
}
