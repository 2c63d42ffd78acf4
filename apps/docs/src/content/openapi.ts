import { readSource } from './repository.ts';

/** The parts of an OpenAPI 3.0 schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

type Reference = { readonly $ref: string };

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-required-scope': string;
  readonly 'x-extension'?: boolean;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

interface Document {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-webhooks': Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: { readonly content: Readonly<Record<string, Content>> };
        };
      }
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** The description of the API. */
export const document: Document = JSON.parse(readSource('docs/openapi.json'));

/** The last part of a reference: "#/components/schemas/Event" names Event. */
const getName = (reference: string): string => reference.split('/').at(-1) ?? '';

function find<Value>(values: Readonly<Record<string, Value>>, reference: string): Value {
  const found = values[getName(reference)];
  if (found === undefined) throw new Error(`docs/openapi.json has no ${reference}`);
  return found;
}

export const resolveParameter = (parameter: Parameter | Reference): Parameter =>
  '$ref' in parameter ? find(document.components.parameters, parameter.$ref) : parameter;

export const resolveResponse = (response: Response | Reference): Response =>
  '$ref' in response ? find(document.components.responses, response.$ref) : response;

/** A schema with those that it refers to. Its own description is closer to the field. */
export function resolveSchema(schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const named = $ref === undefined ? [] : [find(document.components.schemas, $ref)];
  const parts = [...named, ...allOf].map((part) => resolveSchema(part));
  return Object.assign({}, ...parts, own);
}

/** The codes of an error response and what to do: a paragraph for each, "`code`: what to do." */
export function getErrors({ description }: Response): readonly { code: string; text: string }[] {
  return description.split('\n\n').map((paragraph) => {
    const [, code = '', text = ''] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? [];
    return { code, text };
  });
}
