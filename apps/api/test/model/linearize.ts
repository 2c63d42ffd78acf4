import { apply } from './apply.ts';
import type { Expected, Request, State } from './state.ts';

/** What came of a command. */
export interface Outcome {
  readonly request: Request;
  readonly status: number;
  /** The error's, where it was refused. */
  readonly code: string | null;
}

/**
 * An order of commands that ran at once in which each was rightly answered and after which the
 * session is as it was seen.
 * @param matches whether a state is the one that was seen
 * @returns the state, or null when there is no such order
 */
export function linearize(
  state: State,
  outcomes: readonly Outcome[],
  matches: (state: State) => boolean,
): State | null {
  if (outcomes.length === 0) return matches(state) ? state : null;
  for (const [index, outcome] of outcomes.entries()) {
    const step = apply(state, outcome.request);
    if (!isAsExpected(outcome, step.expected)) continue;
    const rest = outcomes.filter((_, at) => at !== index);
    const found = linearize(step.state, rest, matches);
    if (found) return found;
  }
  return null;
}

function isAsExpected({ status, code }: Outcome, expected: Expected): boolean {
  return expected.ok ? status === 200 : code !== null && expected.codes.has(code);
}
