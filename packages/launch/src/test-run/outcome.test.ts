import { expect, test } from 'vitest';
import {
  dependencyOutcome,
  failRunWithoutFailures,
  playwrightOutcome,
  vitestOutcome,
} from './outcome.ts';

test('counts the tests of a Vitest report and a file that did not load', () => {
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

test('counts the tests of a Playwright report and an error outside a test', () => {
  const stats = { expected: 3, flaky: 1, unexpected: 2, skipped: 1 };
  expect(playwrightOutcome({ stats, errors: [{ message: 'no' }] })).toEqual({
    passed: 4,
    failed: 3,
  });
});

test('counts a missing report, a run without tests and a failed runner as failures', () => {
  expect(failRunWithoutFailures(vitestOutcome(undefined), 0)).toEqual({ passed: 0, failed: 1 });
  expect(failRunWithoutFailures({ passed: 5, failed: 0 }, 1)).toEqual({ passed: 5, failed: 1 });
  expect(failRunWithoutFailures({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 });
  expect(failRunWithoutFailures({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 });
});

test('fails the dependency check for an error, a missing report, and too little that was read', () => {
  const summary = { error: 0, totalCruised: 500, totalDependenciesCruised: 500 };
  const failed = { passed: 0, failed: 1 };
  expect(dependencyOutcome({ summary })).toEqual({ passed: 1, failed: 0 });
  expect(dependencyOutcome({ summary: { ...summary, error: 1 } })).toEqual(failed);
  expect(dependencyOutcome({ summary: { ...summary, totalCruised: 499 } })).toEqual(failed);
  expect(dependencyOutcome({ summary: { ...summary, totalDependenciesCruised: 0 } })).toEqual(
    failed,
  );
  expect(dependencyOutcome({ summary: {} })).toEqual(failed);
  expect(dependencyOutcome(undefined)).toEqual(failed);
});
