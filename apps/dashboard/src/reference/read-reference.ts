import {
  getOperations,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
} from '@parley/router/rest';
import { type Field, getName, listFields } from './list-fields.ts';

const BASE_PATH = '/v1';

/** What a page of the reference shows of an operation. */
export interface OperationReference {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  /** With the version: "/v1/events/{event_id}". */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: string;
  readonly isExtension: boolean;
  /** Whether a publishable key is accepted instead of a secret one. */
  readonly isPublic: boolean;
  readonly parameters: readonly (Field & { readonly in: 'path' | 'query' | 'header' })[];
  /** Null for a request without a body. */
  readonly body: Content | null;
  readonly response: Content;
  readonly errors: readonly {
    readonly status: string;
    readonly code: string;
    readonly text: string;
  }[];
}

interface Content {
  readonly fields: readonly Field[];
  readonly example: unknown;
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly OperationReference[];
}

let groups: readonly Group[] | undefined;

/** The operations of the API by what they are about. They are the same for every merchant. */
export function readReference(): readonly Group[] {
  if (groups) return groups;
  const document = openApiDocument(BASE_PATH);
  const all = getOperations(document);
  groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: all
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, path, operation }) => describe(document, method, path, operation)),
  }));
  return groups;
}

export const findOperation = (id: string): OperationReference | undefined =>
  readReference()
    .flatMap(({ operations }) => operations)
    .find((one) => one.id === id);

function describe(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
): OperationReference {
  const body = operation.requestBody?.content['application/json'];
  const success = resolveResponse(document, operation.responses['200']).content['application/json'];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path: BASE_PATH + path,
    summary: operation.summary,
    description: operation.description,
    scope: operation['x-required-scope'],
    isExtension: operation['x-extension'] === true,
    isPublic: operation.security.some((one) => 'publishableKey' in one),
    parameters: (operation.parameters ?? []).map((reference) => {
      const parameter =
        '$ref' in reference ? document.components.parameters[getName(reference.$ref)] : reference;
      if (!parameter) throw new Error(`${operation.operationId} has an unknown parameter`);
      const { name, schema, required = false, description = '' } = parameter;
      const [field] = listFields(document, { properties: { [name]: schema } });
      if (!field) throw new Error(`${name} has no field`);
      return { ...field, in: parameter.in, isRequired: required, description };
    }),
    body: body ? { fields: listFields(document, body.schema), example: body.example } : null,
    response: { fields: listFields(document, success.schema), example: success.example },
    errors: Object.entries(operation.responses)
      .filter(([status]) => status !== '200')
      .flatMap(([status, response]) => getErrors(status, resolveResponse(document, response))),
  };
}

type Response = OpenApiDocument['components']['responses'][string];

function resolveResponse(
  document: OpenApiDocument,
  response: Operation['responses'][string] | undefined,
): Response {
  const found =
    response && '$ref' in response
      ? document.components.responses[getName(response.$ref)]
      : response;
  if (!found) throw new Error('The document has no such response');
  return found;
}

/** The description of an error response has a paragraph for each code: "`code`: what to do." */
const getErrors = (status: string, { description }: Response) =>
  description.split('\n\n').map((paragraph) => {
    const [, code = '', text = paragraph] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? [];
    return { status, code, text };
  });
