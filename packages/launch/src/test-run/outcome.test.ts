import { expect, test } from 'vitest';
import { judged, playwrightOutcome, vitestOutcome } from './outcome.ts';

test("Vitest's numbers, and a file that did not load", () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [] },
    ],
  };
  expect(vitestOutcome(report)).toEqual({ passed: 7, failed: 2 });
});

test("Playwright's numbers, and an error outside any test", () => {
  const stats = { expected: 3, flaky: 1, unexpected: 2, skipped: 1 };
  expect(playwrightOutcome({ stats, errors: [{ message: 'no' }] })).toEqual({
    passed: 4,
    failed: 3,
  });
});

test('no report, no test and a silent failure are failures', () => {
  expect(judged(vitestOutcome(undefined), 0)).toEqual({ passed: 0, failed: 1 });
  expect(judged({ passed: 5, failed: 0 }, 1)).toEqual({ passed: 5, failed: 1 });
  expect(judged({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 });
  expect(judged({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 });
});
