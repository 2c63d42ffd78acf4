import { getOperations, openApiDocument } from '@parley/router/rest';
import { expect, it } from 'vitest';
import { findOperation, readReference } from './read-reference.ts';

const operations = readReference().flatMap((group) => group.operations);

it('describes every operation of the API with its request, response and errors', () => {
  expect(operations).toHaveLength(getOperations(openApiDocument('/v1')).length);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  for (const operation of operations) {
    expect(operation.response.fields.length, operation.id).toBeGreaterThan(0);
    expect(operation.response.example, operation.id).toBeDefined();
    for (const { code, status } of operation.errors) {
      expect(code, `${operation.id} ${status}`).toMatch(/^[a-z_]+$/);
    }
    const names = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    expect([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(names);
  }
});

it('finds an operation by its id', () => {
  expect(findOperation('createSessionWithHandoff')).toMatchObject({
    method: 'POST',
    path: '/v1/proxy_sessions/handoff',
    scope: 'proxy_sessions:write',
    isPublic: false,
    parameters: [{ name: 'idempotency-key', in: 'header', isRequired: false }],
    body: { example: { amount_minor: 4200 } },
  });
  expect(findOperation('toString')).toBeUndefined();
});
