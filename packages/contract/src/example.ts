/** The part of a JSON schema that examples are built from. */
interface ExampleSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly items?: ExampleSchema;
  readonly properties?: Readonly<Record<string, ExampleSchema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly ExampleSchema[];
  readonly anyOf?: readonly ExampleSchema[];
  readonly oneOf?: readonly ExampleSchema[];
}

/**
 * Builds the complete example of a schema from the examples of its parts. It contains optional
 * fields that have an example. The example of an object schema overrides single fields.
 * @param schemas the named schemas that references resolve to
 */
export function getExample(
  schema: ExampleSchema,
  schemas: Readonly<Record<string, ExampleSchema>>,
): unknown {
  if (schema.properties) {
    return withDifferences(exampleOfObject(schema.properties, schema, schemas), schema.example);
  }
  if (schema.$ref) return getExample(referred(schema.$ref, schemas), schemas);
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => getExample(part, schemas));
    return withDifferences(parts.reduce(withDifferences), schema.example);
  }
  if (schema.example !== undefined) return schema.example;
  const [either] = schema.anyOf ?? schema.oneOf ?? [];
  if (either) return getExample(either, schemas);
  if (schema.nullable) return null;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array' && schema.items) return [getExample(schema.items, schemas)];
  return { array: [], boolean: false, integer: 1, number: 1, object: {} }[schema.type ?? ''] ?? '…';
}

/** An example with the given fields overridden, at any depth. */
export function withDifferences(example: unknown, differences: unknown): unknown {
  if (!isObject(example) || !isObject(differences)) {
    return differences === undefined ? example : differences;
  }
  const changed = Object.entries(differences).map(([name, value]) => [
    name,
    withDifferences(example[name], value),
  ]);
  return { ...example, ...Object.fromEntries(changed) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function exampleOfObject(
  properties: NonNullable<ExampleSchema['properties']>,
  { required = [] }: ExampleSchema,
  schemas: Readonly<Record<string, ExampleSchema>>,
): Record<string, unknown> {
  const shown = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) || property.example !== undefined,
  );
  return Object.fromEntries(shown.map(([name, property]) => [name, getExample(property, schemas)]));
}

function referred(ref: string, schemas: Readonly<Record<string, ExampleSchema>>): ExampleSchema {
  const schema = schemas[ref.slice(ref.lastIndexOf('/') + 1)];
  if (!schema) throw new Error(`${ref} is not among the schemas`);
  return schema;
}
