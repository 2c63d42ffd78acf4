import { mapSchema, type Schema } from '@parley/router/rest';

/**
 * A schema of the document that accepts no undeclared field. The published document allows them in responses, for
 * clients of later versions; our own responses have exactly the declared fields, and the values of x-enum.
 */
export const closeSchema = (schema: Schema): Schema =>
  mapSchema(schema, ({ 'x-enum': values, ...inner }) => ({
    ...inner,
    ...(inner.properties &&
      inner.additionalProperties === undefined && { additionalProperties: false }),
    ...(values && { enum: [...values, null] }),
  }));
