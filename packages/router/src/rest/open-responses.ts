import type { OpenApiDocument, Schema } from './openapi.ts';
import { getOperations } from './openapi.ts';
import { mapSchema, mapValues } from './schemas.ts';

/**
 * Allows additional fields in responses, so that a new field does not break generated clients. The bodies of requests
 * remain closed.
 */
export function openResponses(document: OpenApiDocument): OpenApiDocument {
  const { components } = document;
  const received = receivedSchemas(document);
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    received.has(name) ? schema : openSchema(schema),
  ]);
  return {
    ...document,
    components: {
      ...components,
      schemas: Object.fromEntries(schemas),
      responses: mapValues(components.responses, ({ content, ...response }) => {
        const body = content['application/json'];
        return {
          ...response,
          content: { 'application/json': { ...body, schema: openSchema(body.schema) } },
        };
      }),
    },
  };
}

/** The names of the schemas of request bodies, with those that they refer to. */
function receivedSchemas({ paths, components }: OpenApiDocument): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (schema: Schema) =>
    mapSchema(schema, (inner) => {
      const name = inner.$ref?.replace('#/components/schemas/', '');
      const found = name === undefined ? undefined : components.schemas[name];
      if (name !== undefined && found && !names.has(name)) {
        names.add(name);
        collect(found);
      }
      return inner;
    });
  for (const { operation } of getOperations({ paths })) {
    const body = operation.requestBody?.content['application/json'];
    if (body) collect(body.schema);
  }
  return names;
}

/** Allows additional fields in every object of a schema. */
export const openSchema = (schema: Schema): Schema =>
  mapSchema(schema, ({ additionalProperties, ...rest }) =>
    additionalProperties === undefined || additionalProperties === false
      ? rest
      : { ...rest, additionalProperties },
  );
