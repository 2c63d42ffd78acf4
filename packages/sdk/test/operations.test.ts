import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient, respond } from './fake-api.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in?: string; readonly name: string }[];
  readonly requestBody?: object;
}

type Method = (...args: unknown[]) => Promise<unknown>;

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  read('../../../docs/openapi.json'),
);
const documented = [...read('../README.md').matchAll(/^\| `([\w.]+)\((.*)\)` \| `(.+)` \|$/gm)].map(
  ([, method = '', parameters = '', request = '']) => ({ method, parameters, request }),
);

/** Every method of every resource, by its name in the client. */
function getMethods(resource: object, path: readonly string[] = []): [string, Method][] {
  return Object.entries(resource).flatMap(([key, value]) => {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(value));
    const methods = names
      .filter((name) => name !== 'constructor')
      .map((name): [string, Method] => [
        [...path, key, name].join('.'),
        (...args) => value[name](...args),
      ]);
    return [...methods, ...getMethods(value, [...path, key])];
  });
}

/** The methods that send their request when they are called. `events.listen` has tests of its own. */
const requesting = documented.filter(({ method }) => method !== 'events.listen');

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    ...operation,
    path,
    request: `${method.toUpperCase()} ${path}`,
  })),
);

test('README.md lists a method for every operation, and every method', () => {
  const { client } = createClient([]);
  const requests = documented.map(({ request }) => request);
  expect(requests.sort()).toEqual(operations.map(({ request }) => request).sort());
  const methods = documented.map(({ method }) => method);
  expect(methods.sort()).toEqual(
    getMethods(client)
      .map(([name]) => name)
      .sort(),
  );
});

test.each(requesting)('$method sends $request with its ids, query or body', async (entry) => {
  const operation = operations.find(({ request }) => request === entry.request);
  if (!operation) throw new Error(`${entry.request} is no operation`);
  const { client, received } = createClient([respond(200, { data: [] })]);
  const call = new Map(getMethods(client)).get(entry.method);
  const ids = ['a/1', 'b 2'].slice(0, operation.path.split('{').length - 1);
  const { parameters = [], requestBody } = operation;
  const hasQuery = parameters.some((parameter) => parameter.in === 'query');
  const input = hasQuery || requestBody ? [{ name: 'å&' }] : [];
  const options = { headers: { 'x-test': 'last' } };
  await call?.(...ids, ...input, options);

  const [{ method, url, body, headers } = {}] = received;
  const encoded = ['a%2F1', 'b%202'];
  const path = operation.path.replaceAll(/\{\w+\}/g, () => encoded.shift() ?? '');
  const query = hasQuery ? '?name=%C3%A5%26' : '';
  expect(`${method} ${url}`).toBe(
    `${entry.request.split(' ')[0]} https://api.example/v1${path}${query}`,
  );
  expect(body).toEqual(requestBody ? { name: 'å&' } : null);
  expect(headers?.get('content-type')).toBe(requestBody ? 'application/json' : null);
  expect(headers?.get('x-test')).toBe('last');
  const names = [...ids, ...input].length;
  expect(entry.parameters.split(', ').filter(Boolean)).toHaveLength(names);
});

test('a hook receives the operation id of the document', async () => {
  const seen: string[] = [];
  const { client } = createClient([respond(200, {})], {
    hooks: { onRequest: ({ operation }) => void seen.push(operation) },
  });
  const byMethod = new Map(getMethods(client));
  for (const { method, request } of requesting) {
    const ids = request.split('{').length - 1;
    await byMethod.get(method)?.(...['a', 'b'].slice(0, ids), {});
  }
  const expected = requesting.map(
    ({ request }) => operations.find((one) => one.request === request)?.operationId,
  );
  expect(seen).toEqual(expected);
});
