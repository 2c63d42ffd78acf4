/** A parser or reader, and what its inputs are made of. */
export interface Target {
  readonly name: string;
  /** Valid and nearly valid inputs. */
  readonly seeds: readonly string[];
  /** What mutations insert: the words and punctuation of the grammar, and characters that parsers treat specially. */
  readonly tokens: readonly string[];
  /** The longest input that reaches the code in the product, in characters. */
  readonly maxLength: number;
  /**
   * Gives one input to the code and checks its properties.
   * @param time measures a call of the code; without it, checks would count too
   * @returns what happened, such as an error code: the first inputs with a new result become seeds
   * @throws Error if the code throws an error that is not documented, or a property does not hold
   */
  run(input: string, time: Timer): string | Promise<string>;
}

/** Calls code and adds the time that it takes, also until its promise is settled. */
export type Timer = <Result>(work: () => Result) => Result;

/** A property does not hold. */
class PropertyError extends Error {
  override name = 'PropertyError';
}

/** @throws PropertyError unless a property holds */
export function requireProperty(holds: boolean, property: string): void {
  if (!holds) throw new PropertyError(property);
}

/** Calls code that may throw documented errors only. Returns its result, or null with the error. */
export function attempt<Result>(
  work: () => Result,
  documented: (error: unknown) => boolean,
):
  | { readonly result: Result; readonly error: null }
  | { readonly result: null; readonly error: Error } {
  try {
    return { result: work(), error: null };
  } catch (error) {
    if (documented(error)) return { result: null, error: error as Error };
    throw error;
  }
}
