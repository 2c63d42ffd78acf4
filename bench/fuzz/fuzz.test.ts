import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createRandom } from '../harness/random.ts';
import { createInput } from './mutate.ts';
import { runTarget } from './run-target.ts';
import { requireProperty, type Target } from './target.ts';
import { targets } from './targets/index.ts';

/** Inputs that a fuzz run has found, by target. */
const corpus: Readonly<Record<string, readonly string[]>> = JSON.parse(
  await readFile(new URL('corpus.json', import.meta.url), 'utf8'),
);
const time = <Result>(work: () => Result): Result => work();

it('every input of the corpus belongs to a target', () => {
  const names = targets.map(({ name }) => name);
  expect(Object.keys(corpus).filter((name) => !names.includes(name))).toEqual([]);
});

it.each(targets.map((target) => [target.name, target] as const))(
  '%s handles random inputs and those that a fuzz run has found',
  async (name, target) => {
    for (const input of corpus[name] ?? []) await target.run(input, time);
    const options = { inputs: 500, seed: 63, longLengths: [4_000], longEvery: 211 };
    const { findings, results } = await runTarget(target, options);
    // How long a call takes depends on the machine.
    expect(findings.filter(({ problem }) => !problem.startsWith('took '))).toEqual([]);
    expect(results).toBeGreaterThan(1);
  },
);

it('an error of a target is found, and its input shrunk', async () => {
  const target: Target = {
    name: 'broken',
    seeds: ['abc'],
    tokens: ['x', 'y'],
    maxLength: 100,
    run(input) {
      requireProperty(!input.includes('xy'), 'contains xy');
      return 'ok';
    },
  };
  const { findings } = await runTarget(target, { inputs: 10_000, seed: 1, longLengths: [] });
  expect(findings).toEqual([
    { target: 'broken', input: 'xy', problem: 'PropertyError: contains xy' },
  ]);
});

it('a call that takes quadratic time is found by a long input', async () => {
  const target: Target = {
    name: 'quadratic',
    seeds: ['a'],
    tokens: ['a', 'b'],
    maxLength: 100_000,
    run: (input, measure) => String(measure(() => /(?:a|b)*c/.test(input))),
  };
  const { findings } = await runTarget(target, { inputs: 100, seed: 1, longLengths: [8_000] });
  expect(findings[0]?.problem).toMatch(/^took \d+ ms for 800\d characters$/);
});

it('a seed repeats the inputs of a run', () => {
  const create = () => {
    const random = createRandom(7);
    const target = { tokens: ['a', 'b'], maxLength: 50 };
    return Array.from({ length: 100 }, () => createInput(random, target, ['seed']));
  };
  expect(create()).toEqual(create());
});
