import { isStorableNumber } from '@parley/domain';

/** Nesting beyond which objects and arrays are replaced by null. The provider's are less than 20 deep. */
const MAX_DEPTH = 64;
const REPLACEMENT = '\uFFFD';

/**
 * Returns parsed JSON without what PostgreSQL refuses to store or prints at great length: U+FFFD
 * replaces each NUL and each lone surrogate, null replaces numbers that are not storable and values
 * nested more than 64 deep. Everything read from the provider passes through this function, so that one
 * odd value cannot stop a queue. What needs no replacement, which is nearly everything, is not copied.
 */
export function toStorableJson(value: unknown, depth = MAX_DEPTH): unknown {
  switch (typeof value) {
    case 'string':
      return toStorableText(value);
    case 'number':
      return isStorableNumber(value) ? value : null;
    case 'object': {
      if (value === null || depth === 0) return null;
      if (Array.isArray(value)) {
        const items = value.map((item) => toStorableJson(item, depth - 1));
        return items.every((item, index) => item === value[index]) ? value : items;
      }
      return toStorableObject(value as Readonly<Record<string, unknown>>, depth - 1);
    }
    default:
      return value;
  }
}

function toStorableObject(object: Readonly<Record<string, unknown>>, depth: number): object {
  const keys = Object.keys(object);
  let changed: [string, unknown][] | null = null;
  for (const [index, key] of keys.entries()) {
    const entry: [string, unknown] = [toStorableText(key), toStorableJson(object[key], depth)];
    const isSame = entry[0] === key && entry[1] === object[key];
    if (!isSame) changed ??= keys.slice(0, index).map((before) => [before, object[before]]);
    changed?.push(entry);
  }
  return changed ? Object.fromEntries(changed) : object;
}

const toStorableText = (text: string): string =>
  text.isWellFormed() && !text.includes('\0')
    ? text
    : text.toWellFormed().replaceAll('\0', REPLACEMENT);
