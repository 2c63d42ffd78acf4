import { auditObjectTypes, idPattern } from '@parley/domain';
import { z } from 'zod';
import { definePage, jsonObject, pageInput, timestamp } from './common.ts';

export const auditEntry = z
  .object({
    id: z.string().meta({
      description: 'The id of the entry.',
      pattern: idPattern('audit').source,
      example: 'audit_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
    action: z.string().meta({
      description: 'The action, as resource.verb.',
      example: 'webhook_endpoint.updated',
    }),
    object: z
      .object({
        type: z.string().meta({
          description:
            'The type: api_key, attention_item, webhook_endpoint, provider_config, provider_event, merchant, user, member or invitation.',
          example: 'webhook_endpoint',
        }),
        id: z.string().meta({
          description: 'The id of the object.',
          example: 'whend_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
        }),
      })
      .meta({ description: 'The object of the action.' }),
    details: jsonObject.meta({
      description:
        'Details of the action. For an update: each changed field with its old and new value. Never contains secrets.',
      example: { status: { from: 'inactive', to: 'active' } },
    }),
    actor: z
      .object({
        kind: z.string().meta({
          description: 'The kind of actor: api_key, user, operator or system.',
          example: 'api_key',
        }),
        id: z.string().nullable().meta({
          description: 'The id of the key or user; null for operator and system.',
          example: 'key_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
        }),
      })
      .meta({ description: 'The actor.' }),
    request_id: z.string().nullable().meta({
      description: 'The x-request-id of the request.',
      example: 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
    address: z.string().nullable().meta({
      description: 'The IP address of the client; null if it is not known.',
      example: '203.0.113.9',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry', description: 'An action on an object, with its actor and time.' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditEntriesInput = z.strictObject({
  object_id: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'Returns only entries about this object.' }),
  object_type: z
    .enum(auditObjectTypes)
    .optional()
    .meta({ description: 'Returns only entries about objects of this type.' }),
  actor_id: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'Returns only entries of this API key or person.' }),
  created_from: z.string().optional().meta({
    description: 'Returns only entries created at or after this RFC 3339 timestamp.',
    example: '2026-11-20T00:00:00Z',
  }),
  created_before: z.string().optional().meta({
    description: 'Returns only entries created before this RFC 3339 timestamp.',
    example: '2026-11-21T00:00:00Z',
  }),
  ...pageInput,
});

export type ListAuditEntriesInput = z.output<typeof listAuditEntriesInput>;

export const listAuditEntriesOutput = definePage(
  auditEntry,
  'AuditEntryList',
  'A page of the audit log.',
);
