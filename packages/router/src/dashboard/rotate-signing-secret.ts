import { endpointIdParameter } from '@parley/contract';
import * as operations from '@parley/operations';
import { z } from 'zod';
import { integrateProcedure } from './procedure.ts';

const HOUR_MS = 3_600_000;
/** What the one before still signs for where it is to end at once, until it is revoked. */
const AT_ONCE_MS = 60_000;

/** Reveals a new signing secret; the one before signs beside it for some hours, or not at all. */
export const rotateSigningSecret = integrateProcedure
  .input(
    z.strictObject({
      webhook_endpoint_id: endpointIdParameter,
      overlap_hours: z.union([z.literal(0), z.literal(24), z.literal(168)]),
    }),
  )
  .mutation(async ({ ctx: { deps, caller }, input: { webhook_endpoint_id, overlap_hours } }) => {
    const expiresAt = new Date(Date.now() + (overlap_hours * HOUR_MS || AT_ONCE_MS)).toISOString();
    const rotated = await operations.rotateSigningSecret(deps, caller, {
      webhook_endpoint_id,
      previous_signing_secret_expires_at: expiresAt,
    });
    if (overlap_hours > 0) return rotated;
    // The new secret exists now and is told in any case; what was not revoked ends in a minute.
    const revoked = await operations
      .revokePreviousSecret(deps, caller, { webhook_endpoint_id })
      .catch(() => null);
    return { ...rotated, ...revoked };
  });
