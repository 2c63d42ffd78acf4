import { z } from 'zod';

/** Names of fields are shorter. Names that clients send may be as long as the body. */
const MAX_NAME_LENGTH = 64;
/** Bounds the work for one object. */
const MAX_SUGGESTIONS = 20;
/** Marks a message that `findNearestFields` reads. */
const MARKER = 'nearest fields:';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Adds the nearest known field of each unknown one to the issues of Zod. */
export function suggestNearestFields(): void {
  // Only an error map has the schema of an issue, and it returns a text.
  z.config({ customError: describeNearestFields });
}

function describeNearestFields(issue: RawIssue): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  const sent = Object.keys(issue.input ?? {});
  const fields = getFields(issue.inst).filter((field) => !sent.includes(field));
  const nearest = issue.keys.map((key, index) =>
    index < MAX_SUGGESTIONS ? (findNearest(key, fields) ?? '') : '',
  );
  return [MARKER, ...nearest].join('\n');
}

function getFields(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The nearest known field of each key of an issue; an empty text without one. */
export function findNearestFields(issue: z.core.$ZodIssueUnrecognizedKeys): string[] {
  const [marker, ...fields] = issue.message.split('\n');
  return marker === MARKER ? fields : [];
}

/**
 * The field whose name is most like `name`: with few typing errors, or with all words of one in the
 * other, as `amount` and `amount_minor` have.
 */
export function findNearest(name: string, fields: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const words = getWords(name);
  const ranked = fields
    .map((field) => ({ field, distance: measureDistance(words, getWords(field)) }))
    .filter(({ distance }) => distance < 1)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.field;
}

/** The words of `amount_minor`, `amountMinor` and `Amount-Minor`. */
const getWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** 0 for equal names, below 1 for names that may be confused. */
function measureDistance(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.join('_'), other.join('_')];
  const length = Math.max(a.length, b.length);
  if (length === 0) return 1;
  const edits = editDistance(a, b);
  // Up to a third of the characters.
  if (edits * 3 <= length) return edits / length;
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  const isPart = few.length > 0 && few.every((word) => many.includes(word));
  return isPart ? 0.5 + edits / length / 2 : 1;
}

/** The insertions, deletions and replacements of characters that turn one text into another. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
