import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const auditEntries = {
  list: procedure
    .meta({
      scope: 'audit_entries:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'listAuditEntries',
        method: 'GET',
        path: '/audit_entries',
        summary: 'List the audit log',
        description:
          'Returns who changed API keys, webhook endpoints, provider configs and provider events, newest first. Changes of a session are part of its own history.',
      },
    })
    .input(contract.listAuditEntriesInput)
    .output(contract.listAuditEntriesOutput)
    .query(run(operations.listAuditEntries)),
};
