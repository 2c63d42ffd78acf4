import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { appRouter } from '../app-router.ts';
import { describeWebhooks } from './event-webhooks.ts';
import { exampleOf, withDifferences } from './examples.ts';
import type { OpenApiDocument, Operation, Parameter, Reference, Schema } from './openapi.ts';
import { answerHeaders, errorSchema, headerComponents, refusalWriter } from './refusals.ts';
import { type RestRoute, restRoutes } from './routes.ts';
import {
  mapBodies,
  mapOperations,
  mapSchema,
  mapValues,
  nameBodies,
  tidySchema,
} from './schemas.ts';

const description = `A payment session proxy: what the merchant asked for, what the payer saw and what the provider took are one and the same charge.

Amounts are integers in minor units of their currency. Timestamps are RFC 3339, UTC, with milliseconds. Success is 200 everywhere; every refusal has the one envelope of the schema Error, whose request_id equals the x-request-id header. Unknown fields are refused by name. A write that is sent again with the same idempotency-key and body is answered as it was first.`;

const tags = {
  Sessions: 'What a merchant asks a payer for, from the first cart to fulfilment.',
  'Acquisition attempts': 'The provider-side objects that collect the payment of a session.',
  Subscriptions: 'What repeats after a first payment.',
  'Provider events': 'What the provider told and could not be applied yet.',
  'Webhook endpoints': 'Where events are sent, and how they are signed.',
  Events: 'What happened, in order.',
};

const securitySchemes = {
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret key, sk_test_… or sk_live_…, from a server only. It decides the merchant and the mode; it may be limited to scopes, such as proxy_sessions:read.',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'query',
    name: 'pk',
    description: 'A publishable key, pk_test_… or pk_live_…, good for the payer-safe view alone.',
  },
};

const idempotencyKey: Parameter = {
  in: 'header',
  name: 'idempotency-key',
  required: false,
  description:
    'Your own name for this write: sent again with the same body within 30 days, it is answered as it was first.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-A-1042',
};

/**
 * The interface as OpenAPI 3.0.3 describes it. The operations and schemas come from the merchant
 * router; how they refuse, and what HTTP adds, is ours.
 * @param baseUrl with the version at its end, e.g. https://api.example/v1
 */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Parley',
    version: '0.0.0',
    openApiVersion: '3.0.3',
    baseUrl,
  }) as unknown as Pick<OpenApiDocument, 'paths' | 'components'>;
  const routes = new Map(restRoutes().map((route) => [route.operation, route]));
  const routeOf = (operationId: string): RestRoute => {
    const route = routes.get(operationId);
    if (!route) throw new Error(`${operationId} is described but not served`);
    return route;
  };
  const tidy = mapBodies(generated, ({ schema }, name, operationId) => {
    // The generator drops the example of a whole input.
    const example = name.endsWith('Request')
      ? routeOf(operationId).input?.meta()?.example
      : undefined;
    return { schema: { ...tidySchema(schema), ...(example === undefined ? {} : { example }) } };
  });
  const refusals = refusalWriter();
  const paths = mapOperations({ paths: tidy }, ({ method, operation }) =>
    describe(operation, method, routeOf(operation.operationId), refusals.refusalsOf),
  );
  const used = new Set([...routes.values()].flatMap(({ meta }) => meta.openapi.tags ?? []));
  const document: OpenApiDocument = {
    openapi: '3.0.3',
    info: {
      title: 'Parley',
      version: '0.0.0',
      description,
      contact: { name: 'Parley' },
      license: { name: 'All rights reserved', url: 'https://choosealicense.com/no-permission/' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(tags).flatMap(([name, text]) =>
      used.has(name) ? [{ name, description: text }] : [],
    ),
    paths,
    components: {
      schemas: { ...ownSchemas(generated.components.schemas), Error: errorSchema() },
      responses: sorted(refusals.components),
      parameters: { IdempotencyKey: idempotencyKey },
      headers: headerComponents,
      securitySchemes,
    },
  };
  const whole = withExamples(nameBodies(document), routeOf);
  const { webhooks, schemas } = describeWebhooks(whole.components.schemas);
  return {
    ...whole,
    components: { ...whole.components, schemas: { ...whole.components.schemas, ...schemas } },
    'x-webhooks': webhooks,
  };
}

/** One operation as it is served. */
function describe(
  { operationId, summary, description, tags, requestBody, responses, ...rest }: Operation,
  method: string,
  { meta, path, input }: RestRoute,
  refusalsOf: ReturnType<typeof refusalWriter>['refusalsOf'],
): Operation {
  const secretKeyOnly = meta.openapi.protect !== false;
  const { 200: answer } = responses;
  const parameters: (Parameter | Reference)[] = (rest.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? parameter : describeParameter(parameter, input),
  );
  if (method !== 'get') parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  return {
    operationId,
    summary,
    description: meta.extension ? `${description} An extension of the interface.` : description,
    tags,
    security: secretKeyOnly ? [{ secretKey: [] }] : [{ publishableKey: [] }, { secretKey: [] }],
    'x-required-scope': meta.scope,
    ...(meta.extension ? { 'x-extension': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody: { ...requestBody, required: needsBody(requestBody) } } : {}),
    responses: {
      ...(answer && 'content' in answer
        ? { 200: { ...answer, description: 'Done.', headers: answerHeaders(method) } }
        : {}),
      ...refusalsOf({ method, path, secretKeyOnly, errors: meta.errors ?? [] }),
    },
  };
}

/** Where every field is optional, so is the body. */
function needsBody({ content }: NonNullable<Operation['requestBody']>): boolean {
  return (content['application/json'].schema.required ?? []).length > 0;
}

/** A parameter with all that its schema says; the generator loses part of it on optional ones. */
function describeParameter(parameter: Parameter, input: RestRoute['input']): Parameter {
  const whole = input ? z.toJSONSchema(input, { target: 'openapi-3.0', io: 'input' }) : {};
  const { [parameter.name]: field = parameter.schema } = (whole as Schema).properties ?? {};
  const { description: text, example, ...schema } = tidySchema(field);
  return {
    in: parameter.in,
    name: parameter.name,
    required: parameter.required ?? false,
    ...(text === undefined ? {} : { description: text }),
    schema,
    ...(example === undefined ? {} : { example }),
  };
}

/** The named schemas of the contract, without the generator's own errors. */
function ownSchemas(schemas: Readonly<Record<string, Schema>> = {}): Record<string, Schema> {
  const own = Object.entries(schemas).filter(([name]) => !name.startsWith('error.'));
  return mapValues(Object.fromEntries(own), tidySchema);
}

/** A whole example beside each body, and in each schema that names one. */
function withExamples(
  document: OpenApiDocument,
  routeOf: (operationId: string) => RestRoute,
): OpenApiDocument {
  const { schemas } = document.components;
  const paths = mapBodies(document, (body, name, operationId) => {
    const example = exampleOf(body.schema, schemas);
    const { answerExample } = name.endsWith('Request') ? {} : routeOf(operationId).meta;
    return { ...body, example: withDifferences(example, answerExample) };
  });
  const whole = mapValues(schemas, (schema) =>
    mapSchema(schema, (one) =>
      (one.properties || one.allOf) && one.example !== undefined
        ? { ...one, example: exampleOf(one, schemas) }
        : one,
    ),
  );
  return { ...document, paths, components: { ...document.components, schemas: whole } };
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
