import { DomainError } from '@parley/domain';
import { generateSigningSecret } from '@parley/webhooks';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { readMoment } from '../request/moment.ts';
import { changeEndpoint, loadEndpointResponse } from './endpoint-change.ts';

/**
 * Makes a new signing secret and reveals it. The one before signs beside it until the given moment;
 * one before that no longer. Source: interface 4.22.
 * @throws DomainError not_found, endpoint_archived, invalid_request
 */
export async function rotateSigningSecret(
  deps: Deps,
  caller: Caller,
  input: { webhook_endpoint_id: string; previous_signing_secret_expires_at: string },
) {
  const field = 'previous_signing_secret_expires_at';
  const expiresAt = readMoment(field, input[field]);
  // What is kept for a repeat under the same idempotency key is the sealed secret.
  const { sealed, ...answer } = await changeEndpoint(
    deps,
    caller,
    input.webhook_endpoint_id,
    async (change) => {
      const { tx, endpoint, now, audit } = change;
      if (expiresAt <= now) {
        throw new DomainError(
          'invalid_request',
          `${field} must be in the future; it is ${now.toISOString()} now.`,
        );
      }
      const secret = generateSigningSecret();
      const kept = await tx.webhookEndpoints.rotateSecret(endpoint.id, secret, expiresAt, now);
      await audit('signing_secret_rotated', { [field]: expiresAt.toISOString() });
      return { sealed: kept, ...(await loadEndpointResponse(change)) };
    },
  );
  const { webhookEndpoints } = deps.database.forScope(caller);
  return {
    signing_secret: webhookEndpoints.openSecret(answer.webhook_endpoint.id, sealed),
    ...answer,
  };
}

/**
 * Ends the overlap of a rotation at once: from now on only the newest secret signs.
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
