import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import type { Outcome } from './outcome.ts';

const firstLine = (text: string) => text.split('\n', 1)[0];

/** A failed test with its first error, and the line of the test file that led to it. */
function describeFailure(test: TestCase): string {
  const { relativeModuleId: file, moduleId } = test.module;
  const [error] = test.result().errors ?? [];
  const line = error?.stacks?.find((frame) => basename(frame.file) === basename(moduleId))?.line;
  const reason = error && `: ${firstLine(error.message)}`;
  return `${file} > ${test.fullName}${reason ?? ''}${line ? ` (line ${line})` : ''}`;
}

/** The tests that failed, and the files whose code outside tests failed: of the module, or of a hook. */
function findFailures(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests('failed')];
  const outside = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [
    ...tests.map(describeFailure),
    ...outside.map(({ message }) => `${file}: ${firstLine(message)}`),
  ];
}

/** Writes the outcome of a run of Vitest into the file TEST_OUTCOME_FILE, with errors that no test has caught. */
export default class OutcomeReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]) {
    const file = process.env.TEST_OUTCOME_FILE;
    if (file === undefined) return;
    const failures = [
      ...modules.flatMap(findFailures),
      ...errors.map(({ message }) => `uncaught error: ${firstLine(message)}`),
    ];
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')]).length;
    await writeFile(file, JSON.stringify({ passed, failures } satisfies Outcome));
  }
}
