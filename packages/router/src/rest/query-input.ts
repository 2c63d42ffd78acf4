import { DomainError } from '@parley/domain';
import { z } from 'zod';
import type { Schema } from './openapi.ts';

/**
 * Returns a parser of query parameters. A query contains only strings, so the parser converts the
 * parameters that the schema declares as integers or booleans.
 * @param input the input schema of the procedure
 */
export function queryParser(input: z.ZodType | undefined) {
  const described = input ? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) : {};
  const types = Object.entries((described as Schema).properties ?? {});
  const typesByName = new Map(types.map(([name, { type }]) => [name, type]));

  /** @throws DomainError invalid_request for a repeated parameter or a NUL character */
  return (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => {
        if (typeof value !== 'string') {
          throw new DomainError('invalid_request', `${name} must appear in the query only once.`);
        }
        if (value.includes('\0')) {
          throw new DomainError('invalid_request', `${name} must not contain a NUL character.`);
        }
        return [name, parseAs(value, typesByName.get(name))];
      }),
    );
}

/** Text that does not match its type stays a string, so that the schema reports the error. */
function parseAs(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
