import { apiCompare, type Diff } from 'api-smart-diff';

/** Keys of a document that describe and restrict nothing. */
const annotations = new Set(['description', 'summary', 'example', 'examples', 'tags']);

/** A document without the parts that describe and restrict nothing. */
export const withoutAnnotations = (document: object): object =>
  JSON.parse(
    JSON.stringify(document, (key, value) =>
      key.startsWith('x-') || (annotations.has(key) && !isSchema(value)) ? undefined : value,
    ),
  );

/** A property may have the name of an annotation. */
const isSchema = (value: unknown) =>
  typeof value === 'object' && value !== null && ('type' in value || '$ref' in value);

/** The changes of a document that break clients of an earlier one, by the rules of docs/guides/versioning.md. */
export const findIncompatibilities = (earlier: object, document: object): string[] =>
  apiCompare(withoutAnnotations(earlier), withoutAnnotations(document))
    .diffs.filter(isIncompatible)
    .map(({ action, path }) => `${action} ${path.join(' ')}`);

function isIncompatible({ action, type, path }: Diff): boolean {
  // Every schema is compared where it is used.
  if (path[0] !== 'paths') return false;
  const [parent, last] = path.slice(-2);
  // Requests are strict: a field that was removed is refused.
  if (action === 'remove' && parent === 'properties') return true;
  if (action === 'replace' && last === 'type') return true;
  // A client has a default for values that it does not know.
  const isValueOfResponse = path.includes('responses') && parent === 'enum';
  if (isValueOfResponse && action === 'add') return false;
  return type === 'breaking';
}
