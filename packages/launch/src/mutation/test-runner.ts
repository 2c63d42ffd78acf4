import { TestRunner } from 'vitest';

/**
 * Runs no file after the first failure. Vitest itself would still import the remaining files, which
 * takes longer than the tests: many of them start an API or a worker while they load.
 */
export default class FirstFailureRunner extends TestRunner {
  #stopped = false;

  override cancel(...reason: Parameters<TestRunner['cancel']>): void {
    this.#stopped = true;
    super.cancel(...reason);
  }

  override importFile(...file: Parameters<TestRunner['importFile']>): unknown {
    return this.#stopped ? undefined : super.importFile(...file);
  }
}
