import { payerSafeSession, payerSafeSessionInput } from '@parley/contract';
import { DomainError } from '@parley/domain';
import { getPayerSafeSession } from '@parley/operations';
import { authenticate } from '../authenticate.ts';
import { merchantTrpc } from '../trpc.ts';
import { bearerToken, requireScope } from './procedure.ts';

const SCOPE = 'proxy_sessions:read';

/** The one operation a publishable key opens; a secret key does as well. */
export const getSession = merchantTrpc.procedure
  .meta({
    scope: SCOPE,
    errors: [],
    openapi: {
      method: 'GET',
      path: '/proxy_sessions/{id}',
      tags: ['Sessions'],
      summary: 'Read a session as the payer may see it',
      description: 'The payer-safe view, for a publishable key in pk or a secret key.',
      protect: false,
    },
  })
  .input(payerSafeSessionInput)
  .output(payerSafeSession)
  .query(async ({ ctx, input }) => {
    if (ctx.user) return getPayerSafeSession(ctx.deps, ctx.user, input);
    const key = input.pk ?? bearerToken(ctx.authorization);
    if (key === null) {
      throw new DomainError(
        'authentication_required',
        'Send a publishable key as pk, or a secret key: Authorization: Bearer sk_….',
      );
    }
    const record = await authenticate(ctx, key);
    if (input.pk !== undefined && record.kind !== 'publishable') {
      throw new DomainError(
        'invalid_api_key',
        'pk must be a publishable key. A secret key does not belong in a URL: revoke it if it was shared.',
      );
    }
    if (record.kind === 'secret') requireScope(record.scopes, SCOPE);
    return getPayerSafeSession(ctx.deps, record, input);
  });
