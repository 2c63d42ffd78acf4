import { getOperations, mapValues, type Schema } from '@parley/router/rest';
import { openApiDocument } from '@parley/router/rest/document';
import { isUnknownMethod } from '@parley/runtime/http-methods';
import { Ajv, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';
import { closeSchema } from './close-schema.ts';

const document = openApiDocument('https://api.test/v1');
const { components } = document;
const ajv = new Ajv({ strict: false, allErrors: true, logger: false, inlineRefs: false });
ajvFormats.default(ajv);

interface DeclaredResponse {
  readonly headers: readonly string[];
  /** The codes of an error response. */
  readonly codes: readonly string[];
  readonly isValid: ValidateFunction;
}

const operations = getOperations(document).map(({ method, path, operation }) => ({
  operation,
  method,
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));
const compiled = new Map<string, DeclaredResponse>();
const envelope = compile({ $ref: '#/components/schemas/Error' });

/**
 * Checks a REST response against the OpenAPI document.
 * @param method in any case
 * @param path below /v1, as it was called; a query is ignored
 * @param body parsed
 * @throws Error if the status, body, error code or a header is not declared
 */
export function expectDeclared(
  method: string,
  path: string,
  status: number,
  body: unknown,
  headers: Headers | Readonly<Record<string, string | undefined>>,
): void {
  const header = (name: string): string | null =>
    (headers instanceof Headers ? headers.get(name) : headers[name]) ?? null;
  const what = `${method.toUpperCase()} ${path} returned ${status}`;
  const failure = (why: string) =>
    new Error(`${what}, ${why}\n${JSON.stringify(body, null, 1)}`.slice(0, 4_000));
  const fail = (why: string): never => {
    throw failure(why);
  };

  if (!header('x-request-id')?.startsWith('req_')) fail('without an x-request-id');
  if (!header('content-type')?.startsWith('application/json')) fail('not as JSON');
  if (status !== 200) {
    if (!envelope(body)) fail(`no envelope: ${ajv.errorsText(envelope.errors)}`);
    const { error } = body as { error: { request_id: string; message: string } };
    if (!/^\S.{9,}/.test(error.message)) fail('without a message that says what is wrong');
    if (error.request_id !== header('x-request-id')) fail('request_id is not the header’s');
  }

  const [bare = ''] = path.split('?', 1);
  const there = operations.filter(({ pattern }) => pattern.test(bare));
  // A fixed path takes precedence over one with a parameter.
  const exact = there.filter((one) => one.path === bare);
  const candidates = exact.length > 0 ? exact : there;
  const found = candidates.find((one) => one.method === method.toLowerCase());
  if (!found) {
    const expected = candidates.length > 0 || isUnknownMethod(method) ? 405 : 404;
    // A malformed path is rejected before routing.
    if (status !== expected && status !== 400) fail(`where no operation is, not ${expected}`);
    return;
  }

  const declared = declaredResponse(found, status);
  if (!declared) throw failure('which the OpenAPI document does not declare');
  if (!declared.isValid(body)) {
    fail(`against its schema: ${ajv.errorsText(declared.isValid.errors, { separator: '; ' })}`);
  }
  if (status !== 200) {
    const { code } = (body as { error: { code: string } }).error;
    if (!declared.codes.includes(code)) {
      fail(`with ${code}, which is not declared. Add it to the errors of the procedure.`);
    }
  }
  for (const name of ['Retry-After', 'Idempotent-Replayed', 'Link']) {
    const value = header(name.toLowerCase());
    if (value === null) continue;
    if (!declared.headers.includes(name)) fail(`with a ${name} that is not declared`);
    if (name === 'Retry-After' && !/^\d+$/.test(value)) fail(`with Retry-After: ${value}`);
    if (name === 'Idempotent-Replayed' && value !== 'true') fail(`with ${name}: ${value}`);
  }
  if ((status === 429 || status === 503) && header('retry-after') === null) {
    fail('without Retry-After');
  }
}

function declaredResponse(
  { operation }: (typeof operations)[number],
  status: number,
): DeclaredResponse | undefined {
  const key = `${operation.operationId} ${status}`;
  const known = compiled.get(key);
  if (known) return known;
  const declared = operation.responses[status];
  if (!declared) return undefined;
  const response =
    '$ref' in declared
      ? components.responses[declared.$ref.replace('#/components/responses/', '')]
      : declared;
  if (!response) throw new Error(`${key} refers to nothing`);
  const made = {
    headers: Object.keys(response.headers),
    codes: response['x-error-codes'] ?? [],
    isValid: compile(response.content['application/json'].schema),
  };
  compiled.set(key, made);
  return made;
}

/** OpenAPI 3.0 uses nullable where JSON Schema, which ajv implements, uses type lists. */
function compile(schema: Schema): ValidateFunction {
  const schemas = mapValues(components.schemas, closeSchema);
  return ajv.compile({ allOf: [closeSchema(schema)], components: { schemas } });
}
