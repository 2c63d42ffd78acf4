import { resolveSchema, type Schema } from './openapi.ts';

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

/** Deeper objects are left out: their schema has a page of its own in the document. */
const MAX_DEPTH = 4;

/** The fields of a schema in their order, each followed by those of its object. */
export function listFields(schema: Schema, prefix = ''): readonly Field[] {
  const { properties = {}, required = [] } = resolveSchema(schema);
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = prefix + key;
    const own = resolveSchema(property);
    const item = own.items && resolveSchema(own.items);
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
    return [field, ...listFields(nested, item ? `${name}[].` : `${name}.`)];
  });
}
