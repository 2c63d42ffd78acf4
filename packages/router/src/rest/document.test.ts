import { type ErrorCode, errorTable, restErrorCodes } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import { getOperations, type Reference, type Response, type Schema } from './openapi.ts';
import { restRoutes } from './routes.ts';
import { mapSchema, mapValues } from './schemas.ts';

const document = openApiDocument('https://api.test/v1');
const operations = getOperations(document).map((one) => ({
  ...one,
  name: `${one.method.toUpperCase()} ${one.path}`,
}));
const each = operations.map((one) => [one.name, one] as const);

const resolved = (response: Response | Reference): Response => {
  if (!('$ref' in response)) return response;
  const found = document.components.responses[response.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`${response.$ref} does not exist`);
  return found;
};

const getCodes = (response: Response | Reference): readonly ErrorCode[] =>
  resolved(response)['x-error-codes'] ?? [];

describe('the OpenAPI document', () => {
  it('contains the server URL and the security scheme', () => {
    expect(document.servers).toEqual([{ url: 'https://api.test/v1' }]);
    expect(document.components?.securitySchemes).toMatchObject({
      secretKey: { type: 'http', scheme: 'bearer' },
    });
  });

  it('describes exactly the operations that REST serves', () => {
    const served = restRoutes().map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(({ name }) => name).sort()).toEqual(served.sort());
  });
});

describe('the schemas', () => {
  const found: Schema[] = [];
  mapValues(document.components.schemas, (schema) =>
    mapSchema(schema, (inner) => {
      found.push(inner);
      return inner;
    }),
  );

  it('have no nullable enums, and integers without a format', () => {
    expect(found.filter((schema) => schema.enum?.includes(null))).toEqual([]);
    expect(found.filter((schema) => schema.enum && schema.nullable)).toEqual([]);
    expect(found.filter((schema) => schema.type === 'integer' && schema.format)).toEqual([]);
    const { AcquisitionAttempt } = document.components.schemas;
    expect(AcquisitionAttempt?.properties?.checkout_ui_mode).toMatchObject({
      type: 'string',
      nullable: true,
      'x-enum': ['hosted', 'embedded', 'custom'],
      description: expect.stringMatching(/ One of hosted, embedded, custom\.$/),
    });
  });
});

describe('the error schema', () => {
  const { schemas } = document.components;

  it('is the error envelope with every field required', () => {
    expect(schemas.Error).toMatchObject({
      required: ['error'],
      properties: {
        error: {
          required: ['code', 'message', 'request_id'],
          properties: {
            code: { enum: restErrorCodes },
            message: { type: 'string' },
            request_id: { type: 'string' },
          },
        },
      },
    });
    expect(Object.keys(schemas).filter((name) => /^error\b/.test(name))).toEqual([]);
  });

  it('declares both limits of payer_destination_url', () => {
    const { properties } = schemas.CreateSessionWithHandoffRequest ?? {};
    expect(properties?.payer_destination_url).toMatchObject({ minLength: 1, maxLength: 2048 });
  });
});

describe.each(each)('%s', (_, { operation, path, method }) => {
  it('has a summary, a description and a tag', () => {
    expect(operation.summary).toMatch(/^[A-Z].{3,}[^.]$/);
    expect(operation.description).toMatch(/^[A-Z].{10,}\.$/);
    expect(operation.tags).toHaveLength(1);
  });

  it('lists the error codes of each status and no others', () => {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status === '200') continue;
      const codes = getCodes(response);
      expect(resolved(response).content['application/json'].schema).toEqual({
        $ref: '#/components/schemas/Error',
      });
      expect(codes).not.toHaveLength(0);
      for (const code of codes)
        expect([code, errorTable[code].status]).toEqual([code, Number(status)]);
      expect(resolved(response).description.match(/`\w+`/g)).toEqual(
        codes.map((code) => `\`${code}\``),
      );
    }
  });

  it('has the common error statuses, and those of writes if it is a write', () => {
    const statuses = Object.keys(operation.responses);
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']));
    for (const status of ['409', '413', '415', '422']) {
      expect([status, statuses.includes(status)]).toEqual([status, method !== 'get']);
    }
    expect(statuses.includes('404')).toBe(path.includes('{'));
  });

  it('accepts an idempotency key if and only if it is a write', () => {
    const takes = JSON.stringify(operation.parameters ?? []).includes('parameters/IdempotencyKey');
    expect(takes).toBe(method !== 'get');
  });

  it('has a request body only if it is a write', () => {
    if (method === 'get') expect(operation).not.toHaveProperty('requestBody');
  });
});
