/** A parsed form: a string or a record. The schema decides which records are arrays. */
export type FormValue = string | FormRecord;
export interface FormRecord {
  [key: string]: FormValue;
}

export class MalformedForm extends Error {}

const MAX_PAIRS = 2_000;
const MAX_DEPTH = 10;

/** Parses a body or query string such as `a[b][0]=c&d[]=e`. */
export function parseForm(text: string): FormRecord {
  const root = emptyRecord();
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > MAX_PAIRS) throw new MalformedForm('Too many parameters.');
  for (const pair of pairs) {
    const split = pair.indexOf('=');
    const key = decode(split === -1 ? pair : pair.slice(0, split));
    const value = split === -1 ? '' : decode(pair.slice(split + 1));
    if (value.includes('\0')) throw new MalformedForm('Invalid characters in the request.');
    setPath(root, keyPath(key), value);
  }
  return root;
}

function keyPath(key: string): string[] {
  const first = key.indexOf('[');
  if (first <= 0) return [key];
  const path = [key.slice(0, first)];
  const brackets = key.slice(first);
  if (!/^(\[[^[\]]*\])+$/.test(brackets)) throw new MalformedForm(`Invalid parameter name: ${key}`);
  for (const match of brackets.matchAll(/\[([^[\]]*)\]/g)) path.push(match[1] ?? '');
  if (path.length > MAX_DEPTH) throw new MalformedForm(`Too deeply nested: ${key}`);
  return path;
}

function setPath(root: FormRecord, path: string[], value: string): void {
  let node = root;
  for (const [depth, rawStep] of path.entries()) {
    // `a[]` appends.
    const step = rawStep === '' && depth > 0 ? String(Object.keys(node).length) : rawStep;
    if (depth === path.length - 1) {
      if (isRecord(node[step])) throw new MalformedForm(`Invalid parameters: ${path.join('.')}`);
      node[step] = value;
      return;
    }
    const next = node[step] ?? emptyRecord();
    if (!isRecord(next)) throw new MalformedForm(`Invalid parameters: ${path.join('.')}`);
    node[step] = next;
    node = next;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new MalformedForm('Invalid percent encoding in the request.');
  }
}

const isRecord = (value: unknown): value is FormRecord =>
  typeof value === 'object' && value !== null;

// No prototype, so that a key such as `__proto__` has no special meaning.
const emptyRecord = (): FormRecord => Object.create(null) as FormRecord;
