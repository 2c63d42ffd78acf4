/** A parsed form: leaves are strings, branches are records; arrays are told apart by the schema. */
export type FormValue = string | FormRecord;
export interface FormRecord {
  [key: string]: FormValue;
}

export class MalformedForm extends Error {}

const MAX_PAIRS = 2_000;
const MAX_DEPTH = 10;

/** Parses `a[b][0]=c`, `a[]=b` as the API reads bodies and query strings. */
export function parseForm(text: string): FormRecord {
  const root = emptyRecord();
  const pairs = text.split('&').filter((pair) => pair !== '');
  if (pairs.length > MAX_PAIRS) throw new MalformedForm('Too many parameters.');
  for (const pair of pairs) {
    const split = pair.indexOf('=');
    const key = decode(split === -1 ? pair : pair.slice(0, split));
    const value = split === -1 ? '' : decode(pair.slice(split + 1));
    if (value.includes('\0')) throw new MalformedForm('Invalid characters in the request.');
    put(root, keyPath(key), value);
  }
  return root;
}

function keyPath(key: string): string[] {
  const first = key.indexOf('[');
  if (first <= 0) return [key];
  const path = [key.slice(0, first)];
  const rest = key.slice(first);
  if (!/^(\[[^[\]]*\])+$/.test(rest)) throw new MalformedForm(`Invalid parameter name: ${key}`);
  for (const match of rest.matchAll(/\[([^[\]]*)\]/g)) path.push(match[1] ?? '');
  if (path.length > MAX_DEPTH) throw new MalformedForm(`Too deeply nested: ${key}`);
  return path;
}

function put(root: FormRecord, path: string[], value: string): void {
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

// Without a prototype a key such as `__proto__` is a key like any other.
const emptyRecord = (): FormRecord => Object.create(null) as FormRecord;
