import { type ErrorCode, errorTable } from '@parley/domain';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import { restRoutes } from './routes.ts';

const document = openApiDocument('https://api.test/v1');
const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item?.[method];
    return operation ? [{ name: `${method.toUpperCase()} ${path}`, method, path, operation }] : [];
  }),
);
const each = operations.map((one) => [one.name, one] as const);

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
  const { schemas, responses, parameters } = document.components;

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
    expect(Object.keys(schemas)).toEqual(['Error']);
  });

  it('tells the codes that a status comes with', () => {
    expect(responses.Refused422?.description.split('\n')).toEqual(
      [
        'idempotency_key_reused',
        'provider_amount_mismatch',
        'object_type_mismatch',
        'publishable_key_mismatch',
      ].map((code) => `${code}: ${errorTable[code as ErrorCode].text}`),
    );
  });

  it('stands beside the header every write takes', () => {
    expect(parameters.idempotencyKey.schema).toEqual({
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

  it('shows what it answers, and how it refuses', () => {
    const answers = operation.responses ?? {};
    expect(answers['200']).toHaveProperty(
      ['content', 'application/json', 'schema', 'type'],
      'object',
    );
    for (const status of Object.keys(answers).filter((one) => one !== '200')) {
      const name = `Refused${status}`;
      expect(answers[status]).toEqual({ $ref: `#/components/responses/${name}` });
      expect(document.components.responses[name]).toMatchObject({
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      });
    }
  });

  it('may be refused by key, by rate and by a failure, a write by its state and body too', () => {
    const statuses = Object.keys(operation.responses ?? {});
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '404', '429', '500', '503']));
    expect(statuses.includes('409')).toBe(method !== 'get');
  });

  it('takes an idempotency key exactly where it writes', () => {
    const takes = JSON.stringify(operation.parameters ?? []).includes('parameters/idempotencyKey');
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
