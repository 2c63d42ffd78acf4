import { eventSchema } from '@parley/contract';
import { type EventType, eventTypes } from '@parley/domain';
import { z } from 'zod';
import { exampleOf } from './examples.ts';
import type { Schema } from './openapi.ts';
import { mapSchema, tidySchema } from './schemas.ts';

/** What was told of each resource before it changed, for examples. */
const previous: Readonly<Record<string, unknown>> = {
  proxy_session: { status: 'payer_opened' },
  acquisition_attempt: { status: 'confirmed' },
  subscription: { status: 'trialing' },
  webhook_endpoint: {},
};

const headers = [
  [
    'webhook-id',
    "The event's id: the same on every retry and replay.",
    'evt_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
  ],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970.', '1763629200'],
  [
    'webhook-signature',
    'By Standard Webhooks: v1, and the HMAC-SHA256 of "{webhook-id}.{webhook-timestamp}.{body}" in base64; two of them, separated by a space, while a rotation overlaps.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
] as const;

/**
 * What is posted to webhook endpoints, by event type, each as OpenAPI 3.1 describes a webhook; 3.0
 * knows none, so it stands under x-webhooks.
 * @param schemas the named schemas of the document
 * @returns the webhooks, and the named schemas that the document lacks for them
 */
export function describeWebhooks(schemas: Readonly<Record<string, Schema>>) {
  const added: Record<string, Schema> = {};
  const described = eventTypes.map((type) => {
    const { definitions = {}, ...schema } = jsonSchemaOf(type);
    for (const [name, definition] of Object.entries(definitions)) {
      if (!schemas[name]) added[name] = clean(definition);
    }
    return [type, clean(schema)] as const;
  });
  const known = { ...schemas, ...added };
  const webhooks = described.map(([type, schema]) => [type, { post: post(type, schema, known) }]);
  return { webhooks: Object.fromEntries(webhooks) as Record<string, unknown>, schemas: added };
}

function post(type: EventType, schema: Schema, known: Readonly<Record<string, Schema>>) {
  const [resource = '', what = ''] = type.split('.');
  const example = exampleOf(schema, known) as { data: object };
  const data = { ...example.data, previous_attributes: previous[resource] ?? {} };
  return {
    operationId: `on_${resource}_${what}`,
    summary: type,
    description: 'Answer 2xx within 15 seconds; anything else is tried again for three days.',
    tags: ['Events'],
    // By the signature, which is no scheme that 3.0 knows.
    security: [],
    parameters: headers.map(([name, description, value]) => ({
      in: 'header',
      name,
      required: true,
      description,
      schema: { type: 'string' },
      example: value,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: { ...example, data } } },
    },
    responses: { '2XX': { description: 'It was taken.' } },
  };
}

function jsonSchemaOf(type: EventType): Schema & { definitions?: Record<string, Schema> } {
  return z.toJSONSchema(eventSchema(type), {
    target: 'openapi-3.0',
    io: 'input',
  }) as Schema & { definitions?: Record<string, Schema> };
}

/** As the rest of the document says it. */
function clean(schema: Schema): Schema {
  return mapSchema(tidySchema(schema), ({ $ref, ...rest }) => {
    const { $schema: _, id: _id, ...known } = rest as Schema & { $schema?: string; id?: string };
    return $ref ? { $ref: $ref.replace('#/definitions/', '#/components/schemas/') } : known;
  });
}
