/** Merges metadata: an empty value removes its key, null removes all keys. */
export function mergeMetadata(
  current: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === null) return {};
  const merged = new Map(Object.entries({ ...current, ...change }));
  for (const [key, value] of merged) if (value === '') merged.delete(key);
  return Object.fromEntries(merged);
}
