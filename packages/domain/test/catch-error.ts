import type { DomainError } from '../src/errors.ts';

/** The error that a check throws; undefined if it accepts its input. */
export function catchError(check: () => void): DomainError | undefined {
  try {
    check();
  } catch (error) {
    return error as DomainError;
  }
  return undefined;
}
