/**
 * What differs between two JSON values, each difference as one line that says where.
 * @param before what was agreed
 * @param after what is now
 */
export function changesBetween(before: unknown, after: unknown, at = ''): string[] {
  if (isListOfWords(before) && isListOfWords(after)) {
    return [
      ...after.filter((word) => !before.includes(word)).map((word) => `added    ${at}: ${word}`),
      ...before.filter((word) => !after.includes(word)).map((word) => `removed  ${at}: ${word}`),
    ];
  }
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => {
      const place = at === '' ? name : `${at} › ${name}`;
      if (!Object.hasOwn(before, name)) return [`added    ${place}: ${shortened(after[name])}`];
      if (!Object.hasOwn(after, name)) return [`removed  ${place}: ${shortened(before[name])}`];
      return changesBetween(before[name], after[name], place);
    });
  }
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  if (was === is) return [];
  let same = 0;
  while (was[same] === is[same]) same++;
  // A long text is shown from a little before where it begins to differ.
  const from = Math.max(0, same - 20);
  return [`changed  ${at}: ${shortened(before, from)} → ${shortened(after, from)}`];
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isListOfWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function shortened(value: unknown, from = 0): string {
  const text = JSON.stringify(value);
  const part = text.slice(from, from + 120);
  return `${from > 0 ? '…' : ''}${part}${text.length > from + 120 ? '…' : ''}`;
}
