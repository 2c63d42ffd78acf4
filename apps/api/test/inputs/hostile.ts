import fc from 'fast-check';

/** Values that no field accepts. */
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '0',
    0,
    -0,
    -1,
    1.5,
    1e-7,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53 - 1,
    [],
    {},
    [[]],
    'null',
    '\u202e\u0000',
    '\u0000',
    '\ud800',
    '\uffff\ufeff',
    'é\u0301🤷🏽‍♀️',
    "'; DROP TABLE proxy_session; --",
    '../../etc/passwd',
    'javascript:alert(1)',
    '1970-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '0000-00-00',
    'XXX',
    'constructor',
    'toString',
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.integer({ min: 1, max: 200_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 60 }).map((depth) => nested(depth)),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

export type Mutation = (body: unknown) => unknown;

/** Changes of a body's structure: a field replaced, left out, or one too many. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(), wrong).map(
    ([at, value]) =>
      (body: unknown) =>
        replaceNth(body, at, value),
  ),
  fc.nat().map((at) => (body: unknown) => replaceNth(body, at, undefined)),
  fc
    .tuple(fc.oneof(fc.string(), fc.constantFrom('id', 'constructor', 'prototype', '')), wrong)
    .map(([name, value]) => (body: unknown) => ({ ...(body as object), [name]: value })),
  wrong.map((value) => () => value),
);

function replaceNth(body: unknown, at: number, value: unknown): unknown {
  const places: (string | number)[][] = [];
  const walk = (node: unknown, path: (string | number)[]) => {
    if (path.length > 0) places.push(path);
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node))
      walk((node as Record<string, unknown>)[key], [...path, key]);
  };
  walk(body, []);
  const path = places[at % Math.max(places.length, 1)];
  if (!path) return value;
  const copy = structuredClone(body) as Record<string | number, unknown>;
  let node = copy;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete node[last];
  else node[last] = value;
  return copy;
}

const bytes = (text: string) => Buffer.from(text, 'utf8');

/** Changes of the text that JSON.stringify could not have made. */
export const spoiling: fc.Arbitrary<(json: string) => Buffer> = fc.oneof(
  fc.constantFrom<(json: string) => Buffer>(
    // A duplicate key, a forbidden key, numbers that lose precision and one that prints long.
    (json) => bytes(json.replace('{', '{"amount_minor":1,')),
    (json) => bytes(json.replace('{', '{"__proto__":{"a":1},')),
    (json) => bytes(json.replace(/\d+/, '9007199254740993')),
    (json) => bytes(json.replace(/\d+/, '1e400')),
    (json) => bytes(json.replace(/\d+/, '-0.0')),
    (json) => bytes(json.replace(/\d+/, '5e-324')),
    (json) => bytes(json.replace(/\d+/, 'NaN')),
    (json) => bytes(json.replace(/\d+/, '0x10')),
    (json) => bytes(json.replace(/\d+/, '01')),
    (json) => bytes(json.replace('"', '"\\u0000')),
    (json) => bytes(json.replace('"', '"\\ud83d')),
    (json) => bytes(`\ufeff${json}`),
    (json) => bytes(`${json}${json}`),
    (json) => bytes(`${json},`),
    (json) => bytes(`/* */${json}`),
    (json) => bytes(json.replaceAll('"', "'")),
    (json) => Buffer.concat([bytes(json.slice(0, -2)), Buffer.from([0xc3, 0x28]), bytes('"}')]),
    (json) => Buffer.from(json, 'utf16le'),
    () => bytes('['.repeat(5_000)),
    () => bytes(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`),
    () => bytes(' '),
    () => bytes(`"${'x'.repeat(262_142)}"`),
    () => bytes(`"${'x'.repeat(262_143)}"`),
    () => bytes('x'.repeat(300_000)),
  ),
  fc.nat().map((at) => (json: string) => bytes(json.slice(0, at % (json.length + 1)))),
  fc.uint8Array({ maxLength: 200 }).map((garbage) => () => Buffer.from(garbage)),
);

/** Headers over those a client would send; an empty value leaves one out. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constantFrom<Record<string, string>>(
    { 'content-type': '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/json;charset=UTF-8' },
    { 'content-type': 'APPLICATION/JSON' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': ';;;' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'identity' },
    { 'transfer-encoding': 'chunked' },
    { accept: 'text/html' },
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Basic c2tfdGVzdDo=' },
    { authorization: `Bearer sk_test_${'0'.repeat(38)}` },
    { authorization: `Bearer ${'a'.repeat(6_000)}` },
    { 'idempotency-key': '   ' },
    { 'idempotency-key': 'k'.repeat(255) },
    { 'idempotency-key': 'k'.repeat(256) },
    { 'idempotency-key': 'schl\u00fcssel' },
    { 'x-request-id': 'req_mine' },
    { 'x-forwarded-for': "1.2.3.4, ' OR 1=1" },
    { 'x-http-method-override': 'DELETE' },
    { traceparent: '00-zz-zz-zz' },
    { host: 'evil.example' },
    { connection: 'close' },
    { expect: '100-continue' },
    { 'x-long': 'y'.repeat(7_000) },
    { 'x-too-long': 'y'.repeat(20_000) },
  ),
  fc.stringMatching(/^[!-~]{1,40}$/).map((key) => ({ 'idempotency-key': key })),
);

/** What takes the place of a parameter in a path, or of the path. */
export const oddSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%00',
    '%2F',
    '%2e%2e',
    '..',
    '.',
    '%',
    '%zz',
    '%E0%A4%A',
    '%F0%9F%A4%B7',
    'psess_',
    'psess_%00',
    'PSESS_0680YV7C2M4TQ9X3K5N8W1R6BZD2HJ7EGFA0',
    'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    'null',
    '__proto__',
    '*',
    ':id',
    ';',
    'a;b=c',
    '%3Fpk%3D1',
    "'",
    '%22',
    '+',
    'x'.repeat(299),
    'x'.repeat(301),
    'x'.repeat(4_000),
  ),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 60 })
    .map((s) => encodeURIComponent(s.toWellFormed())),
);

export const oddQuery: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '?',
    '?pk=',
    '?pk=pk_test_nonsense',
    '?pk=a&pk=b',
    '?pk[]=a',
    '?pk[a]=b',
    '?id=psess_x',
    '?__proto__=1',
    '?%zz',
    '?pk=%zz',
    '?pk=%00',
    '?limit=0',
    '?limit=1e3&cursor=%00',
    `?${'a=1&'.repeat(500)}`,
  ),
  fc.webQueryParameters().map((query) => `?${query}`),
);
