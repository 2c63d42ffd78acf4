export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

export const nothing: Outcome = { passed: 0, failed: 0 };

export function add(a: Outcome, b: Outcome): Outcome {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}

const list = (value: unknown): Tree[] => (Array.isArray(value) ? value.filter(isTree) : []);
const count = (value: unknown) => (typeof value === 'number' ? value : 0);

/** What Vitest's JSON report says. A file that could not even be loaded counts as one failed test. */
export function vitestOutcome(report: unknown): Outcome {
  if (!isTree(report)) return nothing;
  const broken = list(report.testResults).filter(
    ({ status, assertionResults }) => status === 'failed' && list(assertionResults).length === 0,
  );
  return {
    passed: count(report.numPassedTests),
    failed: count(report.numFailedTests) + broken.length,
  };
}

/** What Playwright's JSON report says. An error outside any test counts as one failed test. */
export function playwrightOutcome(report: unknown): Outcome {
  if (!isTree(report) || !isTree(report.stats)) return nothing;
  const { expected, flaky, unexpected } = report.stats;
  return {
    passed: count(expected) + count(flaky),
    failed: count(unexpected) + list(report.errors).length,
  };
}

/** A runner that failed without a failed test, or that ran none, must not pass for success. */
export function judged(outcome: Outcome, exitCode: number): Outcome {
  const ran = outcome.passed + outcome.failed > 0;
  return outcome.failed === 0 && (exitCode !== 0 || !ran)
    ? add(outcome, { passed: 0, failed: 1 })
    : outcome;
}
