import type { Schema } from '@parley/router/rest';
import { expect } from 'vitest';

/** A type of the REST interface, section 2. */
export type Field =
  | 'string'
  | 'integer'
  | 'boolean'
  /** A free JSON object. */
  | 'object'
  | 'date-time'
  | { readonly nullable: Field }
  | { readonly prefix: string }
  | { readonly oneOf: readonly string[] }
  | { readonly max: number; readonly pattern?: string }
  | { readonly min: number }
  | { readonly pattern: string }
  | { readonly listOf: Field; readonly max?: number }
  | { readonly fields: Fields; readonly optional?: readonly string[] };

export type Fields = Readonly<Record<string, Field>>;

export const nullable = (field: Field): Field => ({ nullable: field });
export const oneOf = (...values: string[]): Field => ({ oneOf: values });

/** Checks that a response has exactly these keys with these types. */
export function expectShape(value: unknown, field: Field, at: string): void {
  if (typeof field === 'object' && 'nullable' in field) {
    if (value !== null) expectShape(value, field.nullable, at);
    return;
  }
  expect(value, `${at} is there and not null`).not.toBeNull();
  if (typeof field === 'object' && 'fields' in field) {
    const optional = field.optional ?? [];
    const object = value as Record<string, unknown>;
    const required = Object.keys(field.fields).filter((name) => !optional.includes(name));
    const given = Object.keys(object).filter((name) => !optional.includes(name));
    expect(given.sort(), `the keys of ${at}`).toEqual(required.sort());
    for (const [name, inner] of Object.entries(field.fields)) {
      if (Object.hasOwn(object, name)) expectShape(object[name], inner, `${at}.${name}`);
    }
    return;
  }
  if (typeof field === 'object' && 'listOf' in field) {
    expect(Array.isArray(value), `${at} is a list`).toBe(true);
    for (const item of value as unknown[]) expectShape(item, field.listOf, `${at}[]`);
    return;
  }
  expect([at, fits(value, field)], `${JSON.stringify(value)} as ${JSON.stringify(field)}`).toEqual([
    at,
    true,
  ]);
}

function fits(value: unknown, field: Field): boolean {
  switch (field) {
    case 'string':
      return typeof value === 'string';
    case 'date-time':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value));
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
  }
  if ('min' in field) return Number.isInteger(value) && Number(value) >= field.min;
  if (typeof value !== 'string') return false;
  if ('prefix' in field) return value.startsWith(field.prefix);
  if ('oneOf' in field) return field.oneOf.includes(value);
  if ('max' in field && value.length > field.max) return false;
  return !('pattern' in field) || new RegExp(field.pattern ?? '').test(value);
}

/** Holds the schema of our document against a shape: required marks, null, types and limits. */
export function expectDocumented(
  given: Schema,
  field: Field,
  at: string,
  schemas: Readonly<Record<string, Schema>>,
): void {
  const schema = resolve(given, schemas);
  if (typeof field === 'object' && 'nullable' in field) {
    expect([at, schema.nullable]).toEqual([at, true]);
    expectDocumented({ ...schema, nullable: false }, field.nullable, at, schemas);
    return;
  }
  expect([at, schema.nullable ?? false]).toEqual([at, false]);
  if (typeof field === 'object' && 'fields' in field) {
    const { properties = {}, required = [] } = schema;
    const names = Object.keys(field.fields);
    const optional = field.optional ?? [];
    expect([at, ...Object.keys(properties).sort()]).toEqual([at, ...names.toSorted()]);
    expect([at, ...required.toSorted()]).toEqual([
      at,
      ...names.filter((name) => !optional.includes(name)).sort(),
    ]);
    for (const [name, inner] of Object.entries(field.fields)) {
      expectDocumented(properties[name] ?? {}, inner, `${at}.${name}`, schemas);
    }
    return;
  }
  if (typeof field === 'object' && 'listOf' in field) {
    expect([at, schema.type, schema.maxItems]).toEqual([at, 'array', field.max]);
    expectDocumented(schema.items ?? {}, field.listOf, `${at}[]`, schemas);
    return;
  }
  expect([at, documented(schema, field)], JSON.stringify(schema)).toEqual([at, true]);
}

function documented(schema: Schema, field: Field): boolean {
  switch (field) {
    case 'string':
    case 'integer':
    case 'boolean':
      return schema.type === field;
    case 'object':
      // A free-form object: any keys, unless the schema defines more.
      return schema.type === 'object';
    case 'date-time':
      return schema.type === 'string' && schema.format === 'date-time';
  }
  if ('min' in field) return schema.type === 'integer' && schema.minimum === field.min;
  if (schema.type !== 'string') return false;
  if ('prefix' in field) return schema.pattern?.startsWith(`^${field.prefix}`) ?? false;
  if ('oneOf' in field) {
    const values = schema.enum ?? schema['x-enum'] ?? [];
    return JSON.stringify(values.toSorted()) === JSON.stringify(field.oneOf.toSorted());
  }
  if ('max' in field && schema.maxLength !== field.max) return false;
  return !('pattern' in field) || schema.pattern === field.pattern;
}

function resolve(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const [only] = schema.allOf ?? [];
  if (only && schema.allOf?.length === 1) return resolve({ ...only, ...without(schema) }, schemas);
  if (!schema.$ref) return schema;
  const found = schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (!found) throw new Error(`${schema.$ref} leads nowhere`);
  const { $ref, ...rest } = schema;
  return resolve({ ...found, ...rest }, schemas);
}

function without({ allOf, ...rest }: Schema): Schema {
  return rest;
}
