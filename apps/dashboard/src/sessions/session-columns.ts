/** The cookie with the columns of the session list that the person chose in this browser. */
export const SESSION_COLUMNS_COOKIE = 'parley.session_columns';

/** The columns of the session list in their order. Their headings are `sessionList.column`. */
export const sessionColumns = [
  'status',
  'amount',
  'currency',
  'items',
  'buyer',
  'id',
  'created',
  'updated',
  'expires',
  'step',
  'reason',
] as const;

export type SessionColumn = (typeof sessionColumns)[number];

/** The items name the row and link to the session, so they are always shown. */
export const isRequired = (column: SessionColumn): boolean => column === 'items';

export const defaultSessionColumns: readonly SessionColumn[] = [
  'status',
  'amount',
  'items',
  'buyer',
  'id',
  'created',
  'step',
];

/** The columns of a cookie, in the order of the list. Without a known one, the default. */
export function getSessionColumns(value: string | undefined): readonly SessionColumn[] {
  const names = value?.split(',') ?? [];
  const chosen = sessionColumns.filter((column) => names.includes(column));
  return chosen.length > 0 ? withRequired(chosen) : defaultSessionColumns;
}

/** Chosen columns with those that are always shown, in the order of the list. */
export const withRequired = (chosen: readonly SessionColumn[]): readonly SessionColumn[] =>
  sessionColumns.filter((column) => isRequired(column) || chosen.includes(column));
