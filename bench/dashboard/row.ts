import type { createCaller } from '@parley/router';

type Nouns = ReturnType<typeof createCaller>;

/** The path of a procedure, such as `sessions.listOverviews`. */
type Path = {
  [Noun in keyof Nouns & string]: `${Noun}.${keyof Nouns[Noun] & string}`;
}[keyof Nouns & string];

type ParametersOf<Called extends Path> =
  Called extends `${infer Noun extends keyof Nouns & string}.${infer Verb}`
    ? Verb extends keyof Nouns[Noun]
      ? Nouns[Noun][Verb] extends (...input: infer Input) => unknown
        ? Input
        : never
      : never
    : never;

/** The input of a procedure. */
export type InputOf<Called extends Path> = NonNullable<ParametersOf<Called>[0]>;

/** A call to measure, with the name that the results have. */
export interface Row {
  readonly name: string;
  readonly procedure: Path;
  readonly input: unknown;
}

/** Describes a call of a procedure. */
export const row = <Called extends Path>(
  name: string,
  procedure: Called,
  ...[input]: ParametersOf<Called>
): Row => ({ name, procedure, input });

/** The user id of the person who calls the procedures. */
export const PERSON = 'user_1';
