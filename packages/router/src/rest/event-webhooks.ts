import { type Event, eventDescriptions, eventSchema, sampleEvent } from '@parley/contract';
import { type EventType, eventTypes } from '@parley/domain';
import { z } from 'zod';
import { openSchema } from './open-responses.ts';
import type { Schema } from './openapi.ts';
import { mapSchema, pascalCase, tidySchema } from './schemas.ts';

const describeHeaders = ({ id, created_at }: Event) => [
  ['webhook-id', 'The id of the event. It stays the same on every retry and replay.', id],
  [
    'webhook-timestamp',
    'The Unix time of the request, in seconds.',
    String(Math.floor(Date.parse(created_at) / 1000)),
  ],
  [
    'webhook-signature',
    'The Standard Webhooks signature: v1 and the base64 HMAC-SHA256 of "{webhook-id}.{webhook-timestamp}.{body}". During the overlap of a rotation there are two, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
];

/**
 * Describes the request to webhook endpoints for each event type, in the format of OpenAPI 3.1
 * webhooks. OpenAPI 3.0 has no webhooks, so the document uses x-webhooks.
 * @param schemas the named schemas of the document
 * @returns the webhooks, and the named schemas that replace those of the document: one for each event
 * type, their union `Event`, and those that the document lacks
 */
export function describeWebhooks(schemas: Readonly<Record<string, Schema>>) {
  const added: Record<string, Schema> = {};
  const webhooks: Record<string, unknown> = {};
  const mapping: Record<string, string> = {};
  for (const type of eventTypes) {
    const { definitions = {}, ...schema } = getJsonSchema(type);
    for (const [name, definition] of Object.entries(definitions)) {
      if (!schemas[name]) added[name] = clean(definition);
    }
    const name = `${pascalCase(type)}Event`;
    mapping[type] = `#/components/schemas/${name}`;
    webhooks[type] = { post: post(type, { $ref: mapping[type] }) };
    added[name] = { ...clean(schema), description: eventDescriptions[type] };
  }
  const paid = sampleEvent('proxy_session.paid');
  added.Event = {
    description: `${schemas.Event?.description} Its type determines the resource in data.object.`,
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
    // Linters take an id for that of a schema, which must not occur twice.
    example: { ...paid, data: { object: paid.data.object, previous_attributes: {} } },
  };
  return { webhooks, schemas: added };
}

function post(type: EventType, schema: Schema) {
  const [resource = '', what = ''] = type.split('.');
  const example = sampleEvent(type);
  return {
    operationId: `on_${resource}_${what}`,
    summary: type,
    description:
      'Return a 2xx status within 15 seconds. Any other response is retried for three days.',
    tags: ['Events'],
    // OpenAPI 3.0 has no security scheme for signatures.
    security: [],
    parameters: describeHeaders(example).map(([name, description, value]) => ({
      in: 'header',
      name,
      required: true,
      description,
      schema: { type: 'string' },
      example: value,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example } },
    },
    responses: { '2XX': { description: 'The event was received.' } },
  };
}

function getJsonSchema(type: EventType): Schema & { definitions?: Record<string, Schema> } {
  return z.toJSONSchema(eventSchema(type), {
    target: 'openapi-3.0',
    io: 'input',
  }) as Schema & { definitions?: Record<string, Schema> };
}

/** The schema with references and annotations in the form that the document uses. */
function clean(schema: Schema): Schema {
  return mapSchema(openSchema(tidySchema(schema)), ({ $ref, ...rest }) => {
    const { $schema: _, id: _id, ...known } = rest as Schema & { $schema?: string; id?: string };
    return $ref ? { $ref: $ref.replace('#/definitions/', '#/components/schemas/') } : known;
  });
}
