import { readFile } from 'node:fs/promises';
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { mutantKey, type Sample } from './sample.ts';

/**
 * A plugin of Stryker that lets only the mutants of a sample run. `MUTATION_SAMPLE` names its file.
 * Stryker reports the others as compile errors and leaves them out of the score.
 */
class SampleChecker implements Checker {
  #keys: ReadonlySet<string> = new Set();

  async init(): Promise<void> {
    const file = process.env.MUTATION_SAMPLE;
    if (file === undefined) throw new Error('MUTATION_SAMPLE must name the file of a sample.');
    const sample: Sample = JSON.parse(await readFile(file, 'utf8'));
    this.#keys = new Set(sample.keys);
  }

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const check = (mutant: Mutant): CheckResult =>
      this.#keys.has(mutantKey(mutant))
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not in the sample' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, check(mutant)]));
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
