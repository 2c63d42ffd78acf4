import { mapSchema, type Schema } from '@parley/router/rest';

/**
 * A schema of the document that accepts no undeclared field. The published document allows them in responses, for
 * clients of later versions; our own responses have exactly the declared fields.
 */
export const closeSchema = (schema: Schema): Schema =>
  mapSchema(schema, (inner) =>
    inner.properties && inner.additionalProperties === undefined
      ? { ...inner, additionalProperties: false }
      : inner,
  );
