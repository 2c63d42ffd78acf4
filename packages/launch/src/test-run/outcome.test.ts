import { expect, test } from 'vitest';
import { dependencyOutcome, failRunWithoutFailures, playwrightOutcome } from './outcome.ts';

test('lists the failed tests of a Playwright report and an error outside a test', () => {
  const stats = { expected: 3, flaky: 1, unexpected: 1, skipped: 1 };
  const spec = (title: string, status: string) => ({
    file: 'pay.spec.ts',
    title,
    tests: [
      { status, results: [{}, { error: { message: '\u001B[31mno button\u001B[39m\nlog' } }] },
    ],
  });
  const suites = [
    { specs: [spec('pays', 'expected')], suites: [{ specs: [spec('refunds', 'unexpected')] }] },
  ];
  expect(playwrightOutcome({ stats, suites, errors: [{ message: 'no' }] })).toEqual({
    passed: 4,
    failures: ['pay.spec.ts > refunds: no button', 'no'],
  });
});

test('counts a missing report, a run without tests and a failed runner as failures', () => {
  expect(failRunWithoutFailures(playwrightOutcome(undefined), 0)).toEqual({
    passed: 0,
    failures: ['no test ran'],
  });
  expect(failRunWithoutFailures({ passed: 5, failures: [] }, 1, 'error during close')).toEqual({
    passed: 5,
    failures: ['the runner exited with code 1, but no test failed. error during close'],
  });
  for (const outcome of [
    { passed: 5, failures: [] },
    { passed: 5, failures: ['a', 'b'] },
  ])
    expect(failRunWithoutFailures(outcome, outcome.failures.length)).toEqual(outcome);
});

test('fails the dependency check for an error, a missing report, and too little that was read', () => {
  const summary = { error: 0, totalCruised: 500, totalDependenciesCruised: 500 };
  const failed = { passed: 0, failures: ['dependency rules'] };
  expect(dependencyOutcome({ summary })).toEqual({ passed: 1, failures: [] });
  expect(dependencyOutcome({ summary: { ...summary, error: 1 } })).toEqual(failed);
  expect(dependencyOutcome({ summary: { ...summary, totalCruised: 499 } })).toEqual(failed);
  expect(dependencyOutcome({ summary: { ...summary, totalDependenciesCruised: 0 } })).toEqual(
    failed,
  );
  expect(dependencyOutcome({ summary: {} })).toEqual(failed);
  expect(dependencyOutcome(undefined)).toEqual(failed);
});
