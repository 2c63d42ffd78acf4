import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

/** The settings of a merchant, which both modes share. API keys reach the embedding origins only. */
export const settings = {
  get: procedure
    .meta({ permission: 'view' })
    .output(contract.merchantSettings)
    .query(run(operations.getMerchantSettings)),
  update: procedure
    .meta({ permission: 'manage_settings', recentAuthentication: 'always' })
    .input(contract.updateMerchantSettingsInput)
    .output(contract.merchantSettings)
    .mutation(run(operations.updateMerchantSettings)),
  getEmbeddingOrigins: procedure
    .meta({
      scope: 'embedding_origins:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'getEmbeddingOrigins',
        method: 'GET',
        path: '/embedding_origins',
        summary: 'Retrieve the embedding origins',
        description: 'Returns the origins of the pages that may frame the payer page.',
      },
    })
    .output(contract.embeddingOriginsOutput)
    .query(run(operations.getEmbeddingOrigins)),
  replaceEmbeddingOrigins: procedure
    .meta({
      scope: 'embedding_origins:write',
      permission: 'manage_settings',
      recentAuthentication: 'always',
      extension: true,
      openapi: {
        operationId: 'replaceEmbeddingOrigins',
        method: 'PUT',
        path: '/embedding_origins',
        summary: 'Replace the embedding origins',
        description:
          'Replaces the origins of the pages that may frame the payer page, in both modes. Payer pages use them within two seconds. The key needs the scope embedding_origins:write, which has to be selected when the key is created.',
      },
    })
    .input(contract.replaceEmbeddingOriginsInput)
    .output(contract.embeddingOriginsOutput)
    .mutation(run(operations.replaceEmbeddingOrigins)),
};
