export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

export const nothing: Outcome = { passed: 0, failed: 0 };

export function add(a: Outcome, b: Outcome): Outcome {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const count = (value: unknown) => (typeof value === 'number' ? value : 0);

/** Counts the tests in Vitest's JSON report. A file that did not load counts as one failed test. */
export function vitestOutcome(report: unknown): Outcome {
  if (!isObject(report)) return nothing;
  const notLoaded = list(report.testResults).filter(
    ({ status, assertionResults }) => status === 'failed' && list(assertionResults).length === 0,
  );
  return {
    passed: count(report.numPassedTests),
    failed: count(report.numFailedTests) + notLoaded.length,
  };
}

/** Counts the tests in Playwright's JSON report. An error outside a test counts as one failed test. */
export function playwrightOutcome(report: unknown): Outcome {
  if (!isObject(report) || !isObject(report.stats)) return nothing;
  const { expected, flaky, unexpected } = report.stats;
  return {
    passed: count(expected) + count(flaky),
    failed: count(unexpected) + list(report.errors).length,
  };
}

/** The least that a dependency check of the repository reads. With less, it has checked (nearly) nothing. */
const minimumRead = { modules: 500, dependencies: 500 };

/** Reads dependency-cruiser's JSON report. The check counts as one test. */
export function dependencyOutcome(report: unknown): Outcome {
  const summary = isObject(report) && isObject(report.summary) ? report.summary : {};
  const passed =
    summary.error === 0 &&
    count(summary.totalCruised) >= minimumRead.modules &&
    count(summary.totalDependenciesCruised) >= minimumRead.dependencies;
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Adds a failure when a runner failed without a failed test, or ran no test. */
export function failRunWithoutFailures(outcome: Outcome, exitCode: number): Outcome {
  const ranTests = outcome.passed + outcome.failed > 0;
  return outcome.failed === 0 && (exitCode !== 0 || !ranTests)
    ? add(outcome, { passed: 0, failed: 1 })
    : outcome;
}
