import type { Translator } from '#messages/translator.ts';
import type { ModeRoute } from './mode-route.ts';

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

/** Reads a text. One that is empty, repeated or malformed counts as missing. */
export function readText(
  param: SearchParam,
  isValid: (text: string) => boolean,
): string | undefined {
  if (typeof param !== 'string') return undefined;
  const text = param.trim();
  return text !== '' && isValid(text) ? text : undefined;
}

/** Reads the merchant's reference of a buyer, or a search that may be one. */
export const readBuyer = (param: SearchParam): string | undefined =>
  readText(param, (text) => text.length <= 500 && !text.includes('\0'));

/** Days of the person's time zone such as 2026-11-20, both included. */
export interface Days {
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
}

/** Whether a text is a day from the year 2000 on. */
const isDay = (text: string) =>
  /^2\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

export const readDays = ({ created_from, created_to }: SearchParams): Days => ({
  created_from: readText(created_from, isDay),
  created_to: readText(created_to, isDay),
});

/** The message for an end that is before the start; null without one. */
export function describeDaysError(
  t: Translator<'common'>,
  { created_from: from, created_to: to }: Days,
) {
  if (!from || !to || to >= from) return null;
  return { field: 'created_to', message: t('dayError', { day: from }) } as const;
}

/** The parameters of an address that a view does not contain, without empty ones. */
export function findIgnoredFilters(
  params: SearchParams,
  view: object,
  fields: Readonly<Record<string, string>> = {},
): { readonly name: string; readonly value: string }[] {
  const getValues = (field: string) =>
    [Object.hasOwn(view, field) ? view[field as keyof typeof view] : undefined]
      .flat()
      .filter((value) => value !== undefined && value !== null)
      .map((value) => String(value).toLowerCase());
  return Object.entries(params).flatMap(([name, param]) => {
    const field = fields[name];
    const applied = getValues(field ?? name);
    const isApplied = (value: string) =>
      field === undefined ? applied.includes(value.toLowerCase()) : applied.length > 0;
    return [param ?? []]
      .flat()
      .map((value) => value.trim())
      .filter((value) => value !== '' && !isApplied(value))
      .map((value) => ({ name, value }));
  });
}

/** A path with a query of the values that are set. Each text of a list is a parameter of its own. */
export function withQuery(path: ModeRoute, query: object): ModeRoute {
  const set = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((text): [string, string][] => (text ? [[name, text]] : [])),
  );
  const text = new URLSearchParams(set).toString();
  return text ? `${path}?${text}` : path;
}
