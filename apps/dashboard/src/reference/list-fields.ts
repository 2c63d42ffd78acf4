import type { OpenApiDocument, Schema } from '@parley/router/rest';

/** A field of a request or a response. */
export interface Field {
  /** With the names of the objects around it: "cart_snapshot.lines[].name". */
  readonly name: string;
  /** As in JSON: "string", "list of integer", "object". */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly description: string;
  /** The accepted values; empty if there are others. */
  readonly values: readonly string[];
}

type Components = Pick<OpenApiDocument, 'components'>;

/** Deeper objects are left out: their schema has a page of its own in the document. */
const MAX_DEPTH = 4;

/** The fields of a schema in their order, each followed by those of its object. */
export function listFields(document: Components, schema: Schema, prefix = ''): readonly Field[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = prefix + key;
    const own = resolve(document, property);
    const item = own.items && resolve(document, own.items);
    const field: Field = {
      name,
      type: item ? `list of ${item.type ?? 'any'}` : (own.type ?? 'any'),
      isRequired: required.includes(key),
      isNullable: own.nullable === true,
      description: own.description ?? '',
      values: ((item ?? own).enum ?? []).filter((one) => one !== null).map(String),
    };
    const nested = item ?? own;
    if (!nested.properties || name.split('.').length >= MAX_DEPTH) return [field];
    return [field, ...listFields(document, nested, item ? `${name}[].` : `${name}.`)];
  });
}

/** A schema with those that it refers to. Its own description is closer to the field. */
function resolve(document: Components, schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const named = $ref === undefined ? undefined : document.components.schemas[getName($ref)];
  const parts = [...(named ? [named] : []), ...allOf].map((part) => resolve(document, part));
  return Object.assign({}, ...parts, own);
}

/** The last part of a reference: "#/components/schemas/Event" names Event. */
export const getName = (reference: string): string => reference.split('/').at(-1) ?? '';
