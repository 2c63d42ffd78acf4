import { isStorableNumber } from '@parley/domain';

/** Nesting beyond which objects and arrays are replaced by null. The provider's are less than 20 deep. */
const MAX_DEPTH = 64;
const REPLACEMENT = '\uFFFD';

/**
 * Returns parsed JSON without what PostgreSQL refuses to store or prints at great length: U+FFFD
 * replaces each NUL and each lone surrogate, null replaces numbers that are not storable and values
 * nested more than 64 deep. Everything read from the provider passes through this function, so that one
 * odd value cannot stop a queue.
 */
export function toStorableJson(value: unknown, depth = MAX_DEPTH): unknown {
  switch (typeof value) {
    case 'string':
      return toStorableText(value);
    case 'number':
      return isStorableNumber(value) ? value : null;
    case 'object': {
      if (value === null || depth === 0) return null;
      if (Array.isArray(value)) return value.map((item) => toStorableJson(item, depth - 1));
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          toStorableText(key),
          toStorableJson(item, depth - 1),
        ]),
      );
    }
    default:
      return value;
  }
}

const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', REPLACEMENT);
