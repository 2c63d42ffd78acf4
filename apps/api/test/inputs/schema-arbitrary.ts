import type { Schema } from '@parley/router/rest';
import fc from 'fast-check';

/** Values that a schema allows, its example among them; what else holds of a field it cannot say. */
export function allowedBy(
  schema: Schema,
  resolve: (name: string) => Schema,
): fc.Arbitrary<unknown> {
  if (schema.$ref) return allowedBy(resolve(schema.$ref.split('/').at(-1) ?? ''), resolve);
  if (schema.allOf?.[0]) return allowedBy(schema.allOf[0], resolve);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const made = generated(schema, resolve);
  return schema.example === undefined
    ? made
    : fc.oneof(
        { arbitrary: fc.constant(schema.example), weight: 2 },
        { arbitrary: made, weight: 1 },
      );
}

function generated(schema: Schema, resolve: (name: string) => Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 10, 6) }),
        fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 }),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(allowedBy(schema.items ?? {}, resolve), { maxLength: 4 });
    case 'string':
      return text(schema);
    case 'object': {
      const fields = Object.entries(schema.properties ?? {});
      if (fields.length === 0) return fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue());
      return fc.record(
        Object.fromEntries(fields.map(([name, field]) => [name, allowedBy(field, resolve)])),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    }
    default:
      return fc.jsonValue();
  }
}

function text(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'idn-email') return fc.emailAddress();
  if (schema.format === 'uri') return fc.webUrl({ withQueryParameters: true });
  if (schema.format === 'date-time') return soon;
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  return fc.oneof(
    soon,
    fc.string({
      minLength: schema.minLength ?? 0,
      maxLength: Math.min(schema.maxLength ?? 60, 300),
      unit: 'binary',
    }),
  );
}

const soon = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
