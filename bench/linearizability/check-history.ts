/** An operation of a history. Times are milliseconds on one clock. */
export interface Operation<Input, Output> {
  readonly client: number;
  readonly input: Input;
  /** Null if the outcome is unknown: the operation may take effect at any later time, or never. */
  readonly output: Output | null;
  readonly start: number;
  readonly end: number;
}

/** A sequential specification. */
export interface Model<State, Input, Output> {
  /**
   * Returns the states in which an operation can end with an output; none if the output is wrong. For an unknown
   * output, the states of every outcome.
   */
  step(state: State, input: Input, output: Output | null): readonly State[];
  /** Whether an operation with this output changes no state, such as a read or one that was refused. */
  changesNothing(input: Input, output: Output): boolean;
}

/** What a check may cost. */
export interface Budget {
  readonly milliseconds: number;
  /** Combinations of a state and the operations that took effect. */
  readonly configurations: number;
}

export type Verdict<Input, Output> =
  | { readonly kind: 'linearizable' }
  /** No order explains the operations that had begun when one ended; `prefix` contains them. */
  | { readonly kind: 'violation'; readonly prefix: readonly Operation<Input, Output>[] }
  | { readonly kind: 'undecided'; readonly reason: string };

/** A state, and the operations without an end so far that took effect. */
interface Configuration<State> {
  readonly state: State;
  /** Numbers of operations in ascending order. */
  readonly applied: readonly number[];
}

const defaultBudget: Budget = { milliseconds: 10_000, configurations: 1_000_000 };

/**
 * Checks whether a history of one object is linearizable: whether each operation takes effect at one moment between
 * its start and its end, in an order that the model allows.
 *
 * The search is that of Wing and Gong with the just-in-time order and the memory of Lowe. It reads the starts and
 * ends in order, and has every configuration that explains the history so far. At an end, it applies running
 * operations until the one that ended has taken effect. The first end that no configuration explains is the end of
 * the smallest prefix that is not linearizable.
 */
export function checkHistory<State, Input, Output>(
  history: readonly Operation<Input, Output>[],
  initial: State,
  model: Model<State, Input, Output>,
  budget: Budget = defaultBudget,
): Verdict<Input, Output> {
  const deadline = performance.now() + budget.milliseconds;
  const running = new Set<number>();
  let configurations: readonly Configuration<State>[] = [{ state: initial, applied: [] }];
  let examined = 0;

  /** The configurations in which an operation has taken effect, or why they are unknown. */
  const finish = (ended: number): readonly Configuration<State>[] | string => {
    const finished = new Map<string, Configuration<State>>();
    const seen = new Set<string>();
    const open = [...configurations];
    for (let next = open.pop(); next; next = open.pop()) {
      const current = applyReads(next, running, history, model);
      if (current.applied.includes(ended)) {
        const applied = current.applied.filter((one) => one !== ended);
        finished.set(getKey({ state: current.state, applied }), { state: current.state, applied });
        continue;
      }
      const key = getKey(current);
      if (seen.has(key)) continue;
      seen.add(key);
      examined += 1;
      if (examined > budget.configurations) return `${examined} configurations`;
      if (examined % 256 === 0 && performance.now() > deadline) {
        return `${budget.milliseconds} ms`;
      }
      for (const index of running) {
        if (current.applied.includes(index)) continue;
        const applied = [...current.applied, index].sort((a, b) => a - b);
        for (const state of stepOf(model, current.state, history[index])) {
          open.push({ state, applied });
        }
      }
    }
    return [...finished.values()];
  };

  for (const { index, isEnd, at } of orderEvents(history)) {
    if (!isEnd) {
      running.add(index);
      continue;
    }
    const next = finish(index);
    if (typeof next === 'string') return { kind: 'undecided', reason: `exceeded ${next}` };
    if (next.length === 0) {
      return { kind: 'violation', prefix: history.filter(({ start }) => start <= at) };
    }
    configurations = next;
    running.delete(index);
  }
  return { kind: 'linearizable' };
}

/** The starts and the known ends by time. A start comes before an end of the same time: they may overlap. */
function orderEvents<Input, Output>(history: readonly Operation<Input, Output>[]) {
  return history
    .flatMap(({ start, end, output }, index) => [
      { index, isEnd: false, at: start },
      ...(output === null ? [] : [{ index, isEnd: true, at: end }]),
    ])
    .sort((a, b) => a.at - b.at || Number(a.isEnd) - Number(b.isEnd));
}

/**
 * Applies the running operations that never change a state and fit this one. Applying them later explains nothing
 * more, so no order is lost.
 */
function applyReads<State, Input, Output>(
  { state, applied }: Configuration<State>,
  running: ReadonlySet<number>,
  history: readonly Operation<Input, Output>[],
  model: Model<State, Input, Output>,
): Configuration<State> {
  const added = [...running].filter((index) => {
    const { input, output = null } = history[index] ?? {};
    if (input === undefined || output === null || applied.includes(index)) return false;
    return model.changesNothing(input, output) && model.step(state, input, output).length > 0;
  });
  if (added.length === 0) return { state, applied };
  return { state, applied: [...applied, ...added].sort((a, b) => a - b) };
}

const stepOf = <State, Input, Output>(
  model: Model<State, Input, Output>,
  state: State,
  operation: Operation<Input, Output> | undefined,
): readonly State[] => (operation ? model.step(state, operation.input, operation.output) : []);

const getKey = <State>({ state, applied }: Configuration<State>): string =>
  `${JSON.stringify(state)} ${applied.join()}`;
