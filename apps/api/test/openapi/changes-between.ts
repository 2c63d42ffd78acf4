/**
 * What differs between two JSON values, each difference as one line that says where.
 * @param before what was agreed
 * @param after what is now
 */
export function changesBetween(before: unknown, after: unknown, at = ''): string[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => {
      const place = at === '' ? name : `${at} › ${name}`;
      if (!Object.hasOwn(before, name)) return [`added    ${place}: ${shown(after[name])}`];
      if (!Object.hasOwn(after, name)) return [`removed  ${place}: ${shown(before[name])}`];
      return changesBetween(before[name], after[name], place);
    });
  }
  const same = JSON.stringify(before) === JSON.stringify(after);
  return same ? [] : [`changed  ${at}: ${shown(before)} → ${shown(after)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
