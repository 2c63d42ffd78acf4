import { apiKeyKinds, apiScopes, explicitScopes, idPattern } from '@parley/domain';
import { z } from 'zod';
import { nullableTimestamp, overlapSeconds, pageFields, pageInput, timestamp } from './common.ts';
import { keyNameInput } from './name.ts';

const apiKeyId = z.string().meta({ pattern: idPattern('key').source });

export const apiKey = z
  .object({
    id: apiKeyId,
    kind: z.enum(apiKeyKinds),
    name: z.string(),
    last_four: z.string().meta({ description: 'The last four characters of the key.' }),
    public_value: z.string().nullable().meta({
      description: 'The key itself if it is publishable; null for a secret key.',
    }),
    scopes: z
      .array(z.string())
      .nullable()
      .meta({
        description: `The operations that the key may call; null for all but ${explicitScopes.join(', ')}.`,
      }),
    status: z.enum(['active', 'expired', 'revoked']).meta({
      description: 'A key that was rolled is active until its overlap ends.',
    }),
    expires_at: nullableTimestamp('When the key stops working; null if it does not expire.'),
    revoked_at: nullableTimestamp('When the key was revoked.'),
    replaced_by: apiKeyId.nullable().meta({ description: 'The successor of a rolled key.' }),
    last_used_at: nullableTimestamp('When the key was last used, to about a minute.'),
    created_by: z
      .object({ kind: z.string(), id: z.string().nullable() })
      .nullable()
      .meta({ description: 'The actor who created the key; null if it was not recorded.' }),
    created_at: timestamp,
  })
  .meta({ description: 'An API key without its secret value.' });
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyOutput = z.object({ api_key: apiKey });

export const newApiKeyOutput = apiKeyOutput.extend({
  value: z.string().meta({ description: 'The complete key. It is returned only once.' }),
});

export const apiKeyInput = z.strictObject({ id: apiKeyId });

export const listApiKeysInput = z.strictObject({
  ended: z.boolean().default(false).meta({
    description: 'Lists the revoked and expired keys instead of the active ones.',
  }),
  ...pageInput,
});
export type ListApiKeysInput = z.output<typeof listApiKeysInput>;

export const listApiKeysOutput = z.object({ data: z.array(apiKey), ...pageFields });

export const createApiKeyInput = z.strictObject({
  kind: z.enum(apiKeyKinds),
  name: keyNameInput,
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, 'must name at least one scope, or be null for the default scopes')
    .nullable()
    .optional()
    .meta({
      description: `The operations that a secret key may call; null for all but ${explicitScopes.join(', ')}.`,
    }),
  expires_at: z.string().nullable().optional().meta({
    description: 'A future RFC 3339 timestamp with a time zone; null if the key does not expire.',
  }),
});
export type CreateApiKeyInput = z.infer<typeof createApiKeyInput>;

export const rollApiKeyInput = apiKeyInput.extend({
  overlap_seconds: overlapSeconds.meta({
    description: 'How long the old key remains active; 0 revokes it at once.',
  }),
});
export type RollApiKeyInput = z.infer<typeof rollApiKeyInput>;

export const renameApiKeyInput = apiKeyInput.extend({ name: keyNameInput });
export type RenameApiKeyInput = z.infer<typeof renameApiKeyInput>;
