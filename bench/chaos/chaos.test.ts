import { describe, expect, it } from 'vitest';
import { createRandom } from '../harness/random.ts';
import { faultKinds, type PlannedFault, planFaults } from './fault-plan.ts';
import { getPercentiles } from './numbers.ts';
import { watchCommits } from './postgres-messages.ts';
import { applyPatch, findSabotage, sabotages } from './sabotage.ts';

function plan(seed: number, count: number, isLong = false): PlannedFault[] {
  const faults = planFaults(createRandom(seed), faultKinds, isLong);
  return Array.from({ length: count }, () => faults.next().value as PlannedFault);
}

/** A message of a client of PostgreSQL. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(body);
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return Buffer.concat([Buffer.from(type), length, bytes]);
}

describe('a chaos run', () => {
  it('plans the same faults for the same seed, and others for another one', () => {
    expect(plan(5, 40)).toEqual(plan(5, 40));
    expect(plan(5, 40)).not.toEqual(plan(6, 40));
  });

  it('plans every kind of fault in each round', () => {
    const kinds = new Set(plan(9, faultKinds.length + 4).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([...faultKinds].sort());
  });

  it('pauses a process for more than a minute in long runs only', () => {
    const longest = (isLong: boolean) =>
      Math.max(...plan(1, 400, isLong).map(({ durationMs }) => durationMs));
    expect(longest(false)).toBeLessThan(10_000);
    expect(longest(true)).toBeGreaterThan(60_000);
  });

  it('recognizes a commit in the messages of PostgreSQL, however they are divided', () => {
    const parts = [
      message('', 'startup'),
      message('P', 'statement_1\0SELECT now() FROM commit_sessions_1234($1)\0\0\0'),
      message('P', 'statement_2\0SELECT 1\0\0\0'),
      message('B', '\0statement_2\0'),
    ];
    const watch = watchCommits();
    for (const part of parts) expect(watch(part)).toBe(false);
    const call = message('B', '\0statement_1\0');
    expect(watch(call.subarray(0, 3))).toBe(false);
    expect(watch(call.subarray(3))).toBe(true);
    expect(watch(message('Q', 'COMMIT\0'))).toBe(true);
    expect(watch(message('Q', 'BEGIN\0'))).toBe(false);
  });

  it('refuses a sabotage whose text is not in the module exactly once', () => {
    const patch = { file: 'a.ts', find: 'guard', replace: '' };
    expect(applyPatch('a guard b', patch)).toBe('a  b');
    expect(() => applyPatch('a b', patch)).toThrow('0 times');
    expect(() => applyPatch('guard guard', patch)).toThrow('2 times');
    expect(() => findSabotage('none')).toThrow(sabotages.map(({ name }) => name).join(', '));
  });

  it('reports nearest-rank percentiles', () => {
    const values = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(getPercentiles(values)).toEqual({ count: 200, p50: 100, p99: 198 });
    expect(getPercentiles([])).toEqual({ count: 0, p50: null, p99: null });
  });
});
