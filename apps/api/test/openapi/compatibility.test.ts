import { readFileSync } from 'node:fs';
import { openApiDocument } from '@parley/router/rest/document';
import { expect, it } from 'vitest';
import { releasedFile } from './checked-in.ts';
import { findIncompatibilities } from './incompatibilities.ts';

it('the interface breaks no client of the last version', () => {
  const released = JSON.parse(readFileSync(releasedFile, 'utf8'));
  expect(findIncompatibilities(released, openApiDocument('/v1'))).toEqual([]);
});

interface Schema {
  properties: Record<string, { type: string; enum?: string[] }>;
  required: string[];
}
const text = { type: 'string' };

function createDocument() {
  const request: Schema = {
    properties: { currency: text, reference: text },
    required: ['currency'],
  };
  const response: Schema = {
    properties: { id: text, status: { ...text, enum: ['created'] } },
    required: ['id', 'status'],
  };
  const json = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const post = {
    parameters: [] as object[],
    requestBody: json('Request'),
    responses: { 200: json('Response') },
  };
  const paths: Record<string, { post?: typeof post }> = { '/sessions': { post } };
  const schemas = {
    Request: { type: 'object', ...request },
    Response: { type: 'object', ...response },
  };
  return { openapi: '3.0.3', paths, components: { schemas } };
}
type Document = ReturnType<typeof createDocument>;

const changed = (change: (document: Document) => void): string[] => {
  const document = createDocument();
  change(document);
  return findIncompatibilities(createDocument(), document);
};
const request = ({ components }: Document): Schema => components.schemas.Request;
const response = ({ components }: Document): Schema => components.schemas.Response;

it.each<[string, (document: Document) => void]>([
  ['an operation is removed', ({ paths }) => delete paths['/sessions']?.post],
  ['a request has one field less', (document) => delete request(document).properties.reference],
  ['a response has one field less', (document) => delete response(document).properties.id],
  [
    'a field has another type',
    (document) => {
      response(document).properties.id = { type: 'number' };
    },
  ],
  ['a field of a response may be missing', (document) => response(document).required.pop()],
  [
    'a request needs a new field',
    (document) => {
      request(document).properties.new = text;
      request(document).required.push('new');
    },
  ],
  [
    'an operation needs a new parameter',
    ({ paths }) =>
      paths['/sessions']?.post?.parameters.push({
        ...{ name: 'new', in: 'query', required: true, schema: text },
      }),
  ],
])('a client breaks if %s', (_, change) => {
  expect(changed(change)).not.toEqual([]);
});

it('no client breaks with new operations, optional fields and values', () => {
  const found = changed((document) => {
    document.paths['/new'] = { ...document.paths['/sessions'] };
    request(document).properties.new = text;
    response(document).properties.new = text;
    response(document).properties.status?.enum?.push('new');
  });
  expect(found).toEqual([]);
});
