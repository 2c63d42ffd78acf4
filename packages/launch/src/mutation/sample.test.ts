import { expect, it } from 'vitest';
import { chooseSample, describeSample, shareInterval } from './sample.ts';

const keys = Array.from({ length: 1000 }, (_, i) => `packages/domain/src/file.ts ${i}`);

it('the same seed chooses the same sample and another seed another one', () => {
  const sample = chooseSample(keys, 100, '1');
  expect(new Set(sample).size).toBe(100);
  expect(chooseSample(keys.toReversed(), 100, '1')).toEqual(sample);
  const shared = chooseSample(keys, 100, '2').filter((key) => sample.includes(key));
  expect(shared.length).toBeLessThan(30);
});

it('the interval of a share is that of Wilson’s method', () => {
  const [low, high] = shareInterval(81, 263);
  expect(low).toBeCloseTo(0.2553, 4);
  expect(high).toBeCloseTo(0.3662, 4);
});

it('the score of a sample leaves out mutants that did not run', () => {
  const statuses = ['Killed', 'Timeout', 'Killed', 'Survived', 'CompileError', 'Ignored'];
  const report = { files: { 'a.ts': { mutants: statuses.map((status) => ({ status })) } } };
  expect(describeSample(report, 1208)).toBe(
    'Sample of 4 of 1208 changes: 3 noticed, 75.0 % (95 % interval 30.1 % to 95.4 %), not executable: 0.',
  );
});
