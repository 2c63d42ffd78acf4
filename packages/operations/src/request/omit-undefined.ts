/** Returns a record without its undefined fields, such as a patch of optional inputs. */
export function omitUndefined<T extends object>(
  record: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
