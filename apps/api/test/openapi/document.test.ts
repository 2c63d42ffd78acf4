import { readFileSync } from 'node:fs';
import {
  getOperations,
  mapSchema,
  mapValues,
  type Operation,
  type Schema,
} from '@parley/router/rest';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { closeSchema } from '../close-schema.ts';
import { documentFile, writtenDocument } from './checked-in.ts';

const written = writtenDocument();
const document = JSON.parse(written);

describe('docs/openapi.json', () => {
  it('equals the document that the code generates', () => {
    const checkedIn = readFileSync(documentFile, 'utf8');
    const hint = 'To accept the change of the interface: npm run openapi:write';
    expect(document, hint).toEqual(JSON.parse(checkedIn));
    expect(checkedIn, hint).toBe(written);
  });

  it('passes the strict rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: written, absoluteRef: documentFile, config });
    expect(
      problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
      ),
    ).toEqual([]);
  });
});

const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
ajvFormats.default(ajv);

/** A schema that accepts no unknown field, at any depth, and requires each of its own. */
const whole = (schema: Schema) =>
  ajv.compile({
    allOf: [closeSchema(schema)],
    components: { schemas: mapValues<Schema, Schema>(document.components.schemas, closeSchema) },
  });

const bodies = getOperations(document).flatMap(({ operation }) => {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const found =
      '$ref' in response
        ? document.components.responses[response.$ref.replace('#/components/responses/', '')]
        : response;
    return { name: `${operation.operationId} ${status}`, body: found.content['application/json'] };
  });
  const request = operation.requestBody?.content['application/json'];
  return request
    ? [{ name: `${operation.operationId} request`, body: request }, ...responses]
    : responses;
});

describe('the examples of the document', () => {
  it.each(bodies.map(({ name, body }) => [name, body] as const))('%s is valid', (_, body) => {
    expect(body.example).toBeTypeOf('object');
    const isValid = whole(body.schema);
    isValid(body.example);
    expect(isValid.errors ?? []).toEqual([]);
  });

  it('have a value for every required field', () => {
    const bare = Object.entries<Schema>(document.components.schemas).flatMap(([name, schema]) =>
      listLeaves(schema, name).filter(([, leaf, shown]) => shown && !hasValue(leaf)),
    );
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  it('match the schemas of their parameters', () => {
    for (const { operation } of getOperations(document)) {
      for (const parameter of operation.parameters ?? []) {
        if ('$ref' in parameter || parameter.example === undefined) continue;
        const isValid = whole(parameter.schema);
        expect([parameter.name, isValid(parameter.example)]).toEqual([parameter.name, true]);
      }
    }
  });
});

describe('an additional field', () => {
  /** The objects with known fields in a schema and those that it refers to, and whether they are closed. */
  function getObjects(schema: Schema, seen = new Set<string>()): [Schema, isClosed: boolean][] {
    const objects: [Schema, boolean][] = [];
    mapSchema(schema, (inner) => {
      if (inner.properties) objects.push([inner, inner.additionalProperties === false]);
      const name = inner.$ref?.replace('#/components/schemas/', '');
      if (name !== undefined && !seen.has(name)) {
        seen.add(name);
        objects.push(...getObjects(document.components.schemas[name], seen));
      }
      return inner;
    });
    return objects;
  }
  const webhooks = mapValues<{ post: Operation }, { schema: Schema } | undefined>(
    document['x-webhooks'],
    ({ post }) => post.requestBody?.content['application/json'],
  );
  const sent = Object.entries(webhooks).map(([name, body]) => ({ name, body }));

  it.each([...bodies, ...sent].map(({ name, body }) => [name, body?.schema] as const))(
    'is rejected in requests and allowed in what the API sends: %s',
    (name, schema) => {
      const isRequest = name.endsWith(' request');
      const objects = getObjects(schema);
      expect(objects.length).toBeGreaterThan(0);
      expect(objects.filter(([, isClosed]) => isClosed !== isRequest)).toEqual([]);
    },
  );
});

describe('the descriptions of the document', () => {
  it('cover every field, parameter and schema', () => {
    const silent = [
      ...Object.entries<Schema>(document.components.schemas).flatMap(([name, schema]) =>
        listLeaves(schema, name).filter(
          ([, leaf]) => !leaf.description && !leaf.$ref && !leaf.allOf,
        ),
      ),
    ].map(([place]) => place);
    for (const { operation } of getOperations(document)) {
      for (const parameter of operation.parameters ?? []) {
        if (!('$ref' in parameter) && !parameter.description) {
          silent.push(`${operation.operationId} ${parameter.name}`);
        }
      }
    }
    expect(silent).toEqual([]);
  });

  it('name the unit of every amount', () => {
    const amounts = Object.entries<Schema>(document.components.schemas).flatMap(([name, schema]) =>
      listLeaves(schema, name).filter(([place]) => place.endsWith('_minor')),
    );
    expect(amounts.length).toBeGreaterThan(10);
    for (const [place, { description }] of amounts) {
      expect([place, description]).toEqual([place, expect.stringMatching(/minor units/)]);
    }
  });
});

/** Every field of a schema that is not itself an object with known fields: place, schema, whether it must be there. */
function listLeaves(schema: Schema, place: string, isRequired = true): [string, Schema, boolean][] {
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, inner]) =>
      listLeaves(inner, `${place}.${name}`, schema.required?.includes(name) ?? false),
    );
  }
  // A list of plain values is described as a whole.
  if (schema.items?.properties) return listLeaves(schema.items, `${place}[]`);
  return [[place, schema, isRequired]];
}

function hasValue(leaf: Schema): boolean {
  return (
    leaf.example !== undefined ||
    leaf.enum !== undefined ||
    leaf.$ref !== undefined ||
    leaf.items?.$ref !== undefined ||
    leaf.allOf !== undefined ||
    leaf.type === 'boolean'
  );
}
