import type { z } from 'zod';
import { type ErrorBody, rejection } from './errors.ts';
import type { FormRecord, FormValue } from './form.ts';

type Issue = z.core.$ZodIssue;

/** Validates a request's parameters; throws the API's error. */
export function parseParams<T extends z.ZodType>(schema: T, input: FormRecord): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(flatten);
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys');
  if (unknown.length > 0) throw rejection(400, unknownParameters(unknown));
  const first = issues.find((issue) => isMissing(issue, input)) ?? issues[0];
  throw rejection(400, first ? describe(first, input) : { message: 'Invalid request.' });
}

/** Replaces a union's issue with those of the branch that matched best. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branches = issue.errors.filter((branch) => branch.every((i) => i.code !== 'invalid_type'));
  const best = branches[0] ?? issue.errors[0] ?? [];
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function unknownParameters(issues: Issue[]): Partial<ErrorBody> & { message: string } {
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => bracket([...issue.path, key]))
      : [],
  );
  const [first] = names;
  return {
    code: 'parameter_unknown',
    message: `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`,
    ...(first ? { param: first } : {}),
  };
}

function describe(issue: Issue, input: FormRecord): Partial<ErrorBody> & { message: string } {
  const param = bracket(issue.path);
  if (isMissing(issue, input))
    return { code: 'parameter_missing', message: `Missing required param: ${param}.`, param };
  const code = issue.code === 'custom' ? (issue.params?.stripe as string | undefined) : undefined;
  if (code === 'parameter_invalid_empty') {
    return {
      code,
      message: `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
    };
  }
  const message =
    issue.code === 'invalid_type'
      ? `Invalid ${issue.expected === 'record' || issue.expected === 'object' ? 'object' : issue.expected}`
      : issue.message.replace('{param}', param);
  return { ...(code ? { code } : {}), message, ...(param ? { param } : {}) };
}

function isMissing(issue: Issue, input: FormRecord): boolean {
  if (issue.code !== 'invalid_type') return false;
  let node: FormValue | undefined = input;
  for (const step of issue.path) {
    if (typeof node !== 'object') return node === undefined;
    node = node[String(step)];
  }
  return node === undefined;
}

/** Formats a path as `items[0][price]`. */
function bracket(path: readonly PropertyKey[]): string {
  return path.map((step, i) => (i === 0 ? String(step) : `[${String(step)}]`)).join('');
}
