import { getExample, withDifferences } from '@parley/contract';
import { explicitScopes } from '@parley/domain';
import { generateOpenApiDocument } from 'trpc-to-openapi';
import { z } from 'zod';
import { appRouter } from '../app-router.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../procedure.ts';
import {
  errorResponseWriter,
  errorSchema,
  headerComponents,
  responseHeaders,
} from './error-responses.ts';
import { describeEventStream } from './event-stream.ts';
import { describeWebhooks } from './event-webhooks.ts';
import { openResponses } from './open-responses.ts';
import {
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Reference,
  type Schema,
  STREAM_PATH,
} from './openapi.ts';
import { type RestRoute, restRoutes } from './routes.ts';
import {
  mapBodies,
  mapOperations,
  mapSchema,
  mapValues,
  nameBodies,
  tidySchema,
} from './schemas.ts';

const description = `A payment session proxy. It guarantees that the charge the merchant requests, the charge the payer sees and the charge the provider captures are the same.

Amounts are integers in minor units of their currency, as the provider has them. Timestamps are RFC 3339, UTC, with milliseconds. Every successful response has the status 200. Every error response has the schema Error, and its request_id equals the x-request-id header. Unknown fields are rejected by name. A write that is repeated with the same idempotency-key and body returns the first response again.

Operations marked x-extension go beyond the base specification. Another implementation of it may not have them.`;

/** The tags by the segment of their resource in a path. An operation has the tag of the last one. */
const tags: Readonly<Record<string, OpenApiDocument['tags'][number]>> = {
  proxy_sessions: {
    name: 'Sessions',
    description: 'One charge of a payer, from the first cart to fulfillment.',
  },
  acquisition_attempts: {
    name: 'Acquisition attempts',
    description: 'The provider objects that collect the payment of a session.',
  },
  subscriptions: {
    name: 'Subscriptions',
    description: 'Recurring payments that a session started.',
  },
  provider_events: {
    name: 'Provider events',
    description: 'Events of the provider that are not applied yet.',
  },
  provider_configs: {
    name: 'Provider configs',
    description: 'The accounts at the provider that take the payments, with their keys.',
  },
  webhook_endpoints: {
    name: 'Webhook endpoints',
    description: 'URLs that receive event notifications, and their signing secrets.',
  },
  events: {
    name: 'Events',
    description: 'Changes of sessions, attempts, subscriptions and endpoints, in order.',
  },
  requests: {
    name: 'Requests',
    description:
      'The requests of API keys with their responses, without secrets and personal data.',
  },
  embedding_origins: {
    name: 'Embedding origins',
    description: 'The pages that may frame the payer page.',
  },
  audit_entries: {
    name: 'Audit log',
    description: 'Who changed what, except sessions, whose history is in their events.',
  },
};

const securitySchemes = {
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: `A secret key, sk_test_… or sk_live_…, for servers only. It determines the merchant and the mode. It may be restricted to scopes, such as proxy_sessions:read. A key has ${explicitScopes.join(' and ')} only if selected.`,
  },
  publishableKey: {
    type: 'apiKey',
    in: 'query',
    name: 'pk',
    description: 'A publishable key, pk_test_… or pk_live_…, for the payer-safe view only.',
  },
};

const idempotencyKey: Parameter = {
  in: 'header',
  name: 'idempotency-key',
  required: false,
  description:
    'A unique value of your choice. A request with the same key and body within 30 days returns the first response again. An empty value counts as none.',
  schema: { type: 'string', maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
  example: 'order-A-1042',
};

/**
 * Builds the OpenAPI 3.0.3 document. trpc-to-openapi generates operations and schemas from the
 * router; error responses, headers and examples are added here.
 * @param baseUrl ends with the version: https://api.example/v1
 */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Parley',
    version: '0.0.0',
    openApiVersion: '3.0.3',
    baseUrl,
  }) as unknown as Pick<OpenApiDocument, 'paths' | 'components'>;
  const routes = new Map(restRoutes().map((route) => [route.operation, route]));
  const getRoute = (operationId: string): RestRoute => {
    const route = routes.get(operationId);
    if (!route) throw new Error(`${operationId} is in the document but has no route`);
    return route;
  };
  const tidy = mapBodies(generated, ({ schema }, name, operationId) => {
    // The generator drops the example of an input schema.
    const example = name.endsWith('Request')
      ? getRoute(operationId).input?.meta()?.example
      : undefined;
    return { schema: { ...tidySchema(schema), ...(example === undefined ? {} : { example }) } };
  });
  const errorResponses = errorResponseWriter();
  const paths = mapOperations({ paths: tidy }, ({ method, operation }) =>
    describe(operation, method, getRoute(operation.operationId), errorResponses.getErrorResponses),
  );
  const stream = describeEventStream(errorResponses.getErrorResponses);
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
    tags: Object.values(tags),
    paths,
    components: {
      schemas: { ...ownSchemas(generated.components.schemas), Error: errorSchema() },
      responses: sorted(errorResponses.components),
      parameters: { IdempotencyKey: idempotencyKey },
      headers: headerComponents,
      securitySchemes,
    },
  };
  const named = nameBodies(document);
  const { webhooks, schemas } = describeWebhooks(named.components.schemas);
  const withEvents: OpenApiDocument = {
    ...named,
    components: { ...named.components, schemas: { ...named.components.schemas, ...schemas } },
    'x-webhooks': webhooks,
  };
  const complete = openResponses(withExamples(withEvents, getRoute));
  return { ...complete, paths: { ...complete.paths, [STREAM_PATH]: { get: stream } } };
}

/** Completes a generated operation with security, parameters, headers and error responses. */
function describe(
  { operationId, summary, description, requestBody, responses, ...rest }: Operation,
  method: string,
  { meta, path, input }: RestRoute,
  getErrorResponses: ReturnType<typeof errorResponseWriter>['getErrorResponses'],
): Operation {
  const secretKeyOnly = meta.openapi.protect !== false;
  const { 200: success } = responses;
  const parameters: (Parameter | Reference)[] = (rest.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? parameter : describeParameter(parameter, input),
  );
  if (method !== 'get') parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  return {
    operationId,
    summary,
    description,
    tags: getTags(path),
    security: secretKeyOnly ? [{ secretKey: [] }] : [{ publishableKey: [] }, { secretKey: [] }],
    'x-required-scope': meta.scope,
    ...(meta.extension ? { 'x-extension': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody: { ...requestBody, required: needsBody(requestBody) } } : {}),
    responses: {
      ...(success && 'content' in success
        ? { 200: { ...success, description: 'Success.', headers: responseHeaders(method) } }
        : {}),
      ...getErrorResponses({ method, path, secretKeyOnly, errors: meta.errors ?? [] }),
    },
  };
}

function getTags(path: string): string[] {
  return path
    .split('/')
    .flatMap((segment) => tags[segment]?.name ?? [])
    .slice(-1);
}

/** A body whose fields are all optional is optional itself. */
function needsBody({ content }: NonNullable<Operation['requestBody']>): boolean {
  return (content['application/json'].schema.required ?? []).length > 0;
}

/** A parameter with its complete schema. The generator loses parts of optional parameters. */
function describeParameter(parameter: Parameter, input: RestRoute['input']): Parameter {
  const inputSchema = input ? z.toJSONSchema(input, { target: 'openapi-3.0', io: 'input' }) : {};
  const { [parameter.name]: field = parameter.schema } = (inputSchema as Schema).properties ?? {};
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

/** The named schemas of the contract, without the generator's error schemas. */
function ownSchemas(schemas: Readonly<Record<string, Schema>> = {}): Record<string, Schema> {
  const own = Object.entries(schemas).filter(([name]) => !name.startsWith('error.'));
  return mapValues(Object.fromEntries(own), tidySchema);
}

/** Adds a complete example to each body, and to each schema that has an example. */
function withExamples(
  document: OpenApiDocument,
  getRoute: (operationId: string) => RestRoute,
): OpenApiDocument {
  const { schemas } = document.components;
  const paths = mapBodies(document, (body, name, operationId) => {
    const example = getExample(body.schema, schemas);
    const { outputExample } = name.endsWith('Request') ? {} : getRoute(operationId).meta;
    return { ...body, example: withDifferences(example, outputExample) };
  });
  const withSchemaExamples = mapValues(schemas, (schema) =>
    mapSchema(schema, (one) =>
      (one.properties || one.allOf) && one.example !== undefined
        ? { ...one, example: getExample(one, schemas) }
        : one,
    ),
  );
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: withSchemaExamples },
  };
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
