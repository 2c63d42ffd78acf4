import type { Body, Content, OpenApiDocument, Operation, Schema } from './openapi.ts';
import { getOperations } from './openapi.ts';

/** Replaces a schema and every schema in it, the innermost first. */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const inner = (one: Schema): Schema => mapSchema(one, change);
  const { items, properties, additionalProperties, allOf, anyOf, oneOf } = schema;
  return change({
    ...schema,
    ...(items ? { items: inner(items) } : {}),
    ...(properties ? { properties: mapValues(properties, inner) } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: inner(additionalProperties) }
      : {}),
    ...(allOf ? { allOf: allOf.map(inner) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(inner) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(inner) } : {}),
  });
}

/**
 * Corrects a generated schema, so that validators and generators of clients read it alike. An integer
 * has bounds and no format: some clients have a BigInt for int64. A nullable string has its values in
 * x-enum: null in an enum aborts some generators, and without it others ignore nullable.
 */
export function tidySchema(schema: Schema): Schema {
  return mapSchema(schema, ({ minimum, maximum, ...rest }) => ({
    ...(rest.enum && rest.nullable ? describeEnum(rest) : rest),
    // Zod adds the bounds of safe integers to every integer; they carry no information.
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER ? { minimum } : {}),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER ? { maximum } : {}),
  }));
}

function describeEnum({ enum: values = [], ...rest }: Schema): Schema {
  const named = values.filter((value) => value !== null);
  const description = [rest.description, `One of ${named.join(', ')}.`].filter(Boolean).join(' ');
  return { ...rest, description, 'x-enum': named };
}

/**
 * Names the unnamed request and response bodies after their operation, so that generated clients
 * have a type for each.
 */
export function nameBodies(document: OpenApiDocument): OpenApiDocument {
  const schemas: Record<string, Schema> = { ...document.components.schemas };
  const paths = mapBodies(document, (body, name) => {
    if (body.schema.$ref) return body;
    schemas[name] = body.schema;
    return { ...body, schema: { $ref: `#/components/schemas/${name}` } };
  });
  return { ...document, paths, components: { ...document.components, schemas } };
}

/** The paths of a document with the bodies of requests and successful responses replaced. */
export function mapBodies(
  document: Pick<OpenApiDocument, 'paths'>,
  change: (body: Body, name: string, operationId: string) => Body,
): OpenApiDocument['paths'] {
  return mapOperations(document, ({ operation }) => {
    const { requestBody, responses } = operation;
    const { 200: success } = responses;
    const name = operation.operationId.replace(/^\w/, (letter) => letter.toUpperCase());
    const changed = (content: Content, suffix: string): Content => ({
      'application/json': change(
        content['application/json'],
        `${name}${suffix}`,
        operation.operationId,
      ),
    });
    return {
      ...operation,
      ...(requestBody
        ? {
            requestBody: { ...requestBody, content: changed(requestBody.content, 'Request') },
          }
        : {}),
      responses: {
        ...responses,
        ...(success && 'content' in success
          ? { 200: { ...success, content: changed(success.content, 'Response') } }
          : {}),
      },
    };
  });
}

/** The paths of a document with each operation replaced. */
export function mapOperations(
  document: Pick<OpenApiDocument, 'paths'>,
  change: (place: ReturnType<typeof getOperations>[number]) => Operation,
): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const place of getOperations(document)) {
    paths[place.path] = { ...paths[place.path], [place.method]: change(place) };
  }
  return paths;
}

export function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** The name of a schema or response, from names in snake case: ProxySessionPaid for proxy_session.paid. */
export function pascalCase(text: string): string {
  return text.replace(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
