import { listAuditEntriesInput, listAuditEntriesOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const auditEntries = {
  list: procedure
    .meta({
      scope: 'audit_entries:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'listAuditEntries',
        method: 'GET',
        path: '/audit_entries',
        tags: ['Audit log'],
        summary: 'List the audit log',
        description:
          'Returns who changed API keys, webhook endpoints, provider configs and provider events, newest first. Changes of a session are part of its own history.',
      },
    })
    .input(listAuditEntriesInput)
    .output(listAuditEntriesOutput)
    .query(({ ctx, input }) => operations.listAuditEntries(ctx.deps, ctx.caller, input)),
};
