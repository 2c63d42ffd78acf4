import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { repository } from '../repository.ts';

export interface Sample {
  /** The number of mutants from which the sample was chosen. */
  readonly population: number;
  /** Keys of the chosen mutants, see `mutantKey`. */
  readonly keys: readonly string[];
}

/** Identifies a mutant in every run over the same code. */
export function mutantKey({ fileName, location, mutatorName, replacement }: Mutant): string {
  const { start, end } = location;
  const place = [start.line, start.column, end.line, end.column].join(':');
  return [relative(repository, fileName), place, mutatorName, replacement].join(' ');
}

/** Chooses `size` keys. Each set of that size is equally likely; the seed decides which. */
export function chooseSample(keys: readonly string[], size: number, seed: string): string[] {
  const hash = (key: string) => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  return keys
    .map((key) => ({ key, order: hash(key) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, size)
    .map(({ key }) => key);
}

/** The 95 % confidence interval of a share, by Wilson's score method. Returns fractions of 1. */
export function shareInterval(hits: number, size: number): readonly [low: number, high: number] {
  const z = 1.96;
  const share = hits / size;
  const center = share + z ** 2 / (2 * size);
  const margin = z * Math.sqrt((share * (1 - share)) / size + z ** 2 / (4 * size ** 2));
  const scale = 1 + z ** 2 / size;
  return [(center - margin) / scale, (center + margin) / scale];
}

/** The part of Stryker's report that a sample needs. */
interface MutationReport {
  readonly files: Readonly<
    Record<string, { readonly mutants: readonly { readonly status: string }[] }>
  >;
}

/** Describes the score of a sample in one line. */
export function describeSample({ files }: MutationReport, population: number): string {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...statuses: string[]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const size = noticed + count('Survived', 'NoCoverage');
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const [low, high] = shareInterval(noticed, size);
  return (
    `Sample of ${size} of ${population} changes: ${noticed} noticed, ${percent(noticed / size)} ` +
    `(95 % interval ${percent(low)} to ${percent(high)}), not executable: ${count('RuntimeError')}.`
  );
}

const silent: Logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  fatal: () => {},
};

/** Lists the mutants of the files that match the globs, without those that a comment disables. */
async function listMutants(mutate: readonly string[]): Promise<Mutant[]> {
  const excluded = mutate.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const included = mutate.filter((glob) => !glob.startsWith('!'));
  const names = globSync(included, { cwd: repository, exclude: excluded });
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(repository, name);
      return { name: path, content: await readFile(path, 'utf8'), mutate: true };
    }),
  );
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { mutants } = await new Instrumenter(silent).instrument(files, options);
  return mutants.filter(({ status }) => status === undefined);
}

/** Draws a uniform random sample from all mutants of the files that match the globs. */
export async function drawSample(
  mutate: readonly string[],
  size: number,
  seed: string,
): Promise<Sample> {
  const keys = (await listMutants(mutate)).map(mutantKey);
  return { population: keys.length, keys: chooseSample(keys, size, seed) };
}
