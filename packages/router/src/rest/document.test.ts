import { type ErrorCode, errorTable } from '@parley/domain';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import { operationsOf, type Reference, type Response } from './openapi.ts';
import { restRoutes } from './routes.ts';

const document = openApiDocument('https://api.test/v1');
const operations = operationsOf(document).map((one) => ({
  ...one,
  name: `${one.method.toUpperCase()} ${one.path}`,
}));
const each = operations.map((one) => [one.name, one] as const);

const resolved = (answer: Response | Reference): Response => {
  if (!('$ref' in answer)) return answer;
  const found = document.components.responses[answer.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`${answer.$ref} leads nowhere`);
  return found;
};

/** The codes that the schema of a refusal allows. */
const codesOf = (answer: Response | Reference): ErrorCode[] => {
  const [, narrowed] = resolved(answer).content['application/json'].schema.allOf ?? [];
  return (narrowed?.properties?.error?.properties?.code?.enum ?? []) as ErrorCode[];
};

/** Every schema and parameter of a document, at any depth. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

describe('the OpenAPI document', () => {
  it('is valid by the specification', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toBe('3.0.3');
  });

  it('says where the API is and by which key it is called', () => {
    expect(document.servers).toEqual([{ url: 'https://api.test/v1' }]);
    expect(document.components?.securitySchemes).toMatchObject({
      secretKey: { type: 'http', scheme: 'bearer' },
    });
  });

  it('describes exactly the operations that are served', () => {
    const served = restRoutes().map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(({ name }) => name).sort()).toEqual(served.sort());
  });

  it('names each operation once, as the router does', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.map((id) => id?.replace(/^.*\W/, '')).sort()).toEqual(
      restRoutes()
        .map(({ operation }) => operation)
        .sort(),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says nothing of a schema that 3.0 does not know', () => {
    for (const object of objectsIn(document)) {
      expect(object).not.toHaveProperty('$schema');
      expect(object).not.toHaveProperty('const');
      expect(object.type).not.toBe('null');
      expect(Array.isArray(object.type)).toBe(false);
    }
  });
});

describe('the error of the document', () => {
  const { schemas, parameters } = document.components;

  it('is the one envelope, every field required', () => {
    expect(schemas.Error).toMatchObject({
      required: ['error'],
      properties: {
        error: {
          required: ['code', 'message', 'request_id'],
          properties: {
            code: { enum: Object.keys(errorTable) },
            message: { type: 'string' },
            request_id: { type: 'string' },
          },
        },
      },
    });
    expect(Object.keys(schemas).filter((name) => /^error\b/.test(name))).toEqual([]);
  });

  it('stands beside the header every write takes', () => {
    expect(parameters.IdempotencyKey?.schema).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 255,
    });
  });
});

describe.each(each)('%s', (_, { operation, path, method }) => {
  it('has a summary, a description and a tag', () => {
    expect(operation.summary).toMatch(/^[A-Z].{3,}[^.]$/);
    expect(operation.description).toMatch(/^[A-Z].{10,}\.$/);
    expect(operation.tags).toHaveLength(1);
  });

  it('tells for each status the codes that come with it, and no other', () => {
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (status === '200') continue;
      const codes = codesOf(answer);
      expect(codes).not.toHaveLength(0);
      for (const code of codes)
        expect([code, errorTable[code].status]).toEqual([code, Number(status)]);
      expect(resolved(answer).description.match(/`\w+`/g)).toEqual(
        codes.map((code) => `\`${code}\``),
      );
    }
  });

  it('may be refused by key, by rate and by a failure, a write by its state and body too', () => {
    const statuses = Object.keys(operation.responses);
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']));
    for (const status of ['409', '413', '415', '422']) {
      expect([status, statuses.includes(status)]).toEqual([status, method !== 'get']);
    }
    expect(statuses.includes('404')).toBe(path.includes('{'));
  });

  it('takes an idempotency key exactly where it writes', () => {
    const takes = JSON.stringify(operation.parameters ?? []).includes('parameters/IdempotencyKey');
    expect(takes).toBe(method !== 'get');
  });

  it('has a parameter for each name in its path, and no other in the path', () => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = (operation.parameters ?? []).filter(
      (parameter) => 'in' in parameter && parameter.in === 'path',
    );
    expect(parameters.map((parameter) => 'name' in parameter && parameter.name)).toEqual(named);
    for (const parameter of parameters) expect(parameter).toMatchObject({ required: true });
  });

  it('shows a body only where one can be sent', () => {
    if (method === 'get') expect(operation).not.toHaveProperty('requestBody');
  });
});
