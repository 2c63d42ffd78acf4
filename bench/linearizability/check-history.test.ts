import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistory, type Model, type Operation } from './check-history.ts';

type Input = { readonly write: number } | { readonly swap: readonly [number, number] } | 'read';
type Output = number | 'written' | boolean;
type Register = Operation<Input, Output>;

/** A register with reads, writes and compare-and-swap. */
const register: Model<number, Input, Output> = {
  step(state, input, output) {
    if (input === 'read') return output === null || output === state ? [state] : [];
    if ('write' in input) return output === null || output === 'written' ? [input.write] : [];
    const [from, to] = input.swap;
    if (output !== null && output !== (state === from)) return [];
    return [state === from ? to : state];
  },
  changesNothing: (input, output) => input === 'read' || output === false,
};

const operation = (
  client: number,
  [start, end]: readonly [number, number],
  input: Input,
  output: Output | null,
): Register => ({ client, start, end, input, output });

const kindOf = (history: readonly Register[]) => checkHistory(history, 0, register).kind;

describe('a history of a register', () => {
  it('is linearizable if a read during a write returns either value', () => {
    for (const value of [0, 1]) {
      expect(
        kindOf([
          operation(0, [0, 10], { write: 1 }, 'written'),
          operation(1, [2, 4], 'read', value),
        ]),
      ).toBe('linearizable');
    }
  });

  it('is no longer linearizable if a later read returns an older value', () => {
    const history = [
      operation(0, [0, 10], { write: 1 }, 'written'),
      operation(1, [1, 2], 'read', 1),
      operation(2, [3, 4], 'read', 0),
      operation(2, [5, 6], 'read', 1),
    ];
    expect(checkHistory(history, 0, register)).toEqual({
      kind: 'violation',
      prefix: history.slice(0, 3),
    });
  });

  it('is not linearizable if two of the same compare-and-swap succeed', () => {
    const swap: Input = { swap: [0, 1] };
    expect(kindOf([operation(0, [0, 10], swap, true), operation(1, [0, 10], swap, false)])).toBe(
      'linearizable',
    );
    expect(kindOf([operation(0, [0, 10], swap, true), operation(1, [0, 10], swap, true)])).toBe(
      'violation',
    );
  });

  it('is linearizable if a write without a response takes effect late, or never', () => {
    const write = operation(0, [0, 1], { write: 1 }, null);
    const before = operation(1, [20, 30], 'read', 0);
    const after = operation(1, [40, 50], 'read', 1);
    expect(kindOf([write, before])).toBe('linearizable');
    expect(kindOf([write, before, after])).toBe('linearizable');
    expect(kindOf([write, after, { ...before, start: 60, end: 70 }])).toBe('violation');
    expect(kindOf([before, { ...write, start: 45 }, { ...after, end: 44 }])).toBe('violation');
  });

  it('is undecided when the search exceeds its budget', () => {
    const writes = Array.from({ length: 12 }, (_, index) =>
      operation(index, [0, 100], { write: index }, 'written'),
    );
    const history = [...writes, operation(20, [200, 201], 'read', 99)];
    const budget = { milliseconds: 60_000, configurations: 1_000 };
    expect(checkHistory(history, 0, register, budget).kind).toBe('undecided');
  });
});

/** Tries every order of every choice of unknown operations. */
function isLinearizable(history: readonly Register[], state = 0): boolean {
  if (history.every(({ output }) => output === null)) return true;
  return history.some((first, index) => {
    const isBlocked = history.some(({ end, output }) => output !== null && end < first.start);
    if (isBlocked) return false;
    const others = history.filter((_, at) => at !== index);
    return register
      .step(state, first.input, first.output)
      .some((after) => isLinearizable(others, after));
  });
}

const values = fc.integer({ min: 0, max: 2 });
const calls: fc.Arbitrary<{ input: Input; output: Output | null }> = fc.oneof(
  fc.record({ input: fc.constant('read' as const), output: fc.option(values) }),
  fc.record({
    input: fc.record({ write: values }),
    output: fc.option(fc.constant('written' as const)),
  }),
  fc.record({
    input: fc.record({ swap: fc.tuple(values, values) }),
    output: fc.option(fc.boolean()),
  }),
);
const histories = fc
  .array(
    fc.record({
      call: calls,
      start: fc.integer({ min: 0, max: 20 }),
      length: fc.integer({ min: 1, max: 8 }),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map(({ call, start, length }, client) => ({ ...call, client, start, end: start + length })),
  );

it('the checker and a search of all orders agree on random histories', () => {
  const counts = { linearizable: 0, violation: 0, undecided: 0 };
  fc.assert(
    fc.property(histories, (history) => {
      const { kind } = checkHistory(history, 0, register);
      counts[kind] += 1;
      expect(kind).toBe(isLinearizable(history) ? 'linearizable' : 'violation');
    }),
    { numRuns: 3_000, seed: 63 },
  );
  expect(counts.linearizable).toBeGreaterThan(300);
  expect(counts.violation).toBeGreaterThan(300);
});
