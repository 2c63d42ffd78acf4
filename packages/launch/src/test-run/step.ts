import type { Outcome } from './outcome.ts';

export interface StepContext {
  /** What was given behind the step's name: file filters of the runner. */
  readonly filters: readonly string[];
  readonly signal: AbortSignal;
  /** A folder for reports, removed at the end. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export interface Step {
  readonly name: string;
  /** The word that selects it: `npm test -- unit`. */
  readonly group: 'check' | 'unit' | 'int' | 'e2e';
  readonly run: (context: StepContext) => Promise<Outcome>;
}
