const MAX_LENGTH = 16;
const TAIL_LENGTH = 6;

/** Shortens an id to its prefix and last characters: "psess_…4k9x2m". Short ids are unchanged. */
export function shortId(id: string): string {
  if (id.length <= MAX_LENGTH) return id;
  const prefix = /^[a-z]+_(?:(?:test|live)_)?/.exec(id)?.[0] ?? id.slice(0, 4);
  return `${prefix}…${id.slice(-TAIL_LENGTH)}`;
}
