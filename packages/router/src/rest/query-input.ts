import { DomainError } from '@parley/domain';
import { z } from 'zod';
import type { Schema } from './openapi.ts';

/**
 * Reads the query of an operation as its schema means it: a query has only text, so a parameter
 * that is a number or a boolean is taken from its digits or word. JSON is never read this way.
 * @param input what the procedure takes
 */
export function queryReader(input: z.ZodType | undefined) {
  const described = input ? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) : {};
  const types = Object.entries((described as Schema).properties ?? {});
  const typeOf = new Map(types.map(([name, { type }]) => [name, type]));

  /** @throws DomainError invalid_request, naming a parameter that stands there twice or has a NUL */
  return (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => {
        if (typeof value !== 'string') {
          throw new DomainError('invalid_request', `${name} must stand in the query once.`);
        }
        if (value.includes('\0')) {
          throw new DomainError('invalid_request', `${name} must not have a NUL character.`);
        }
        return [name, readAs(value, typeOf.get(name))];
      }),
    );
}

/** What does not read as its type stays text, for the schema to refuse in its own words. */
function readAs(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
