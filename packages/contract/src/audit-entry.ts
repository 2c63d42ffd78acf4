import { idPattern } from '@parley/domain';
import { z } from 'zod';
import { cursorInput, jsonObject, limitInput, pageFields, timestamp } from './common.ts';

export const auditEntry = z
  .object({
    id: z.string().meta({
      description: 'The id of the entry.',
      pattern: idPattern('audit').source,
      example: 'audit_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
    action: z.string().meta({ description: 'What was done.', example: 'webhook_endpoint.updated' }),
    object: z
      .object({
        type: z.string().meta({
          description: 'webhook_endpoint, provider_config or provider_event.',
          example: 'webhook_endpoint',
        }),
        id: z.string().meta({
          description: 'Its id.',
          example: 'whend_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
        }),
      })
      .meta({ description: 'What it was done to.' }),
    details: jsonObject.meta({
      description:
        'What more there is to say; of a change, each field from what to what. Never a secret.',
      example: { status: { from: 'inactive', to: 'active' } },
    }),
    actor: z
      .object({
        kind: z.string().meta({ description: 'api_key, user or system.', example: 'api_key' }),
        id: z.string().nullable().meta({
          description: 'Which key or person; null for the service itself.',
          example: 'key_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
        }),
      })
      .meta({ description: 'Who did it.' }),
    request_id: z.string().nullable().meta({
      description: 'The x-request-id of the request that did it.',
      example: 'req_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, and when.' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditEntriesInput = z.strictObject({
  object_id: z
    .string()
    .min(1, 'must not be empty')
    .optional()
    .meta({ description: 'Only what was done to this object.' }),
  limit: limitInput.default(20),
  cursor: cursorInput.optional(),
});

export const listAuditEntriesOutput = z
  .object({ data: z.array(auditEntry).meta({ description: 'Newest first.' }), ...pageFields })
  .meta({ id: 'AuditEntryList', description: 'A page of the audit log.' });
