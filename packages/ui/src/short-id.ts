const SHORT = 16;
const TAIL = 6;

/** An id as its prefix and its random end: "psess_…4k9x2m". One that is short already stays whole. */
export function shortId(id: string): string {
  if (id.length <= SHORT) return id;
  const prefix = /^[a-z]+_(?:(?:test|live)_)?/.exec(id)?.[0] ?? id.slice(0, 4);
  return `${prefix}…${id.slice(-TAIL)}`;
}
