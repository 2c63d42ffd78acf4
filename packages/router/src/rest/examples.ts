import type { Schema } from './openapi.ts';

/**
 * A whole example of a schema, made of the examples of its parts. Optional fields are in it where
 * they have an example of their own.
 * @param schemas those that can be referred to by name
 */
export function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.$ref) return exampleOf(referred(schema.$ref, schemas), schemas);
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => exampleOf(part, schemas));
    return parts.length === 1 ? parts[0] : Object.assign({}, ...parts);
  }
  const [either] = schema.anyOf ?? schema.oneOf ?? [];
  if (either) return exampleOf(either, schemas);
  if (schema.enum) return schema.nullable ? null : schema.enum[0];
  if (schema.nullable) return null;
  switch (schema.type) {
    case 'object':
      return exampleOfObject(schema, schemas);
    case 'array':
      return schema.items ? [exampleOf(schema.items, schemas)] : [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return 'string';
  }
}

function exampleOfObject(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  const { properties = {}, required = [] } = schema;
  const shown = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) || property.example !== undefined,
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, exampleOf(property, schemas)]));
}

function referred(ref: string, schemas: Readonly<Record<string, Schema>>): Schema {
  const schema = schemas[ref.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`${ref} is not in the document`);
  return schema;
}
