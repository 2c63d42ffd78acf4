import { apply } from './apply.ts';
import type { Expected, Request } from './request.ts';
import type { State } from './state.ts';

/** The result of a command. */
export interface Outcome {
  readonly request: Request;
  readonly status: number;
  /** The error code if the command was rejected. */
  readonly code: string | null;
}

/**
 * Finds an order of concurrent commands that explains every response and the observed state.
 * @param matches whether a state equals the observed one
 * @returns the state after that order, or null if there is none
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
