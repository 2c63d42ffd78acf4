import { generateSigningSecret } from '@parley/webhooks';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { parseTimestampField, requireFuture } from '../request/parse-timestamp-field.ts';
import { changeEndpoint, loadEndpointResponse } from './endpoint-change.ts';

/**
 * Creates and returns a new signing secret. The previous secret also signs until the given time; an
 * older one no longer does. Source: interface 4.22.
 * @throws DomainError not_found, endpoint_archived, invalid_request
 */
export async function rotateSigningSecret(
  deps: Deps,
  caller: Caller,
  input: { webhook_endpoint_id: string; previous_signing_secret_expires_at: string },
) {
  const field = 'previous_signing_secret_expires_at';
  const expiresAt = parseTimestampField(field, input[field]);
  // The idempotency record stores the sealed secret, not the secret itself.
  const { sealed, ...response } = await changeEndpoint(
    deps,
    caller,
    input.webhook_endpoint_id,
    async (change) => {
      const { tx, endpoint, now, audit } = change;
      requireFuture(field, expiresAt, now);
      const secret = generateSigningSecret();
      const stored = await tx.webhookEndpoints.rotateSecret(endpoint.id, secret, expiresAt, now);
      await audit('signing_secret_rotated', { [field]: expiresAt.toISOString() });
      return { sealed: stored, ...(await loadEndpointResponse(change)) };
    },
  );
  const { webhookEndpoints } = deps.database.forScope(caller);
  return {
    signing_secret: webhookEndpoints.openSecret(response.webhook_endpoint.id, sealed),
    ...response,
  };
}

/**
 * Revokes the previous signing secret immediately, so that only the current one signs.
 * @throws DomainError not_found, endpoint_archived
 */
export async function revokePreviousSecret(
  deps: Deps,
  caller: Caller,
  input: { webhook_endpoint_id: string },
) {
  return changeEndpoint(deps, caller, input.webhook_endpoint_id, async (change) => {
    const { tx, endpoint, now, audit } = change;
    if (endpoint.previousSigningSecretExpiresAt) {
      await tx.webhookEndpoints.removePreviousSecret(endpoint.id, now);
      await audit('previous_secret_revoked');
    }
    return loadEndpointResponse(change);
  });
}
