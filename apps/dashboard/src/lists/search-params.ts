import type { Route } from 'next';

/** The query of an address as Next.js passes it. */
export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

type SearchParam = SearchParams[string];

/** Milliseconds between two reads of a list. */
export const LIST_REFRESH_MS = 10_000;

const MAX_CURSOR_LENGTH = 200;

/** Reads a cursor. A malformed one counts as missing. */
export function readCursor(param: SearchParam, maxLength = MAX_CURSOR_LENGTH): string | undefined {
  const valid = typeof param === 'string' && param !== '' && param.length <= maxLength;
  return valid ? param : undefined;
}

/** Reads one of a set of values. Any other value counts as missing. */
export function readOption<T extends string>(
  param: SearchParam,
  options: readonly T[],
): T | undefined {
  return options.find((option) => option === param);
}

/** A path with a query of the values that are set. Each text of a list is a parameter of its own. */
export function withQuery(path: string, query: object): Route {
  const set = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((text): [string, string][] => (text ? [[name, text]] : [])),
  );
  const text = new URLSearchParams(set).toString();
  return (text ? `${path}?${text}` : path) as Route;
}
