import { type ChallengePurpose, passkeyChallengeRepository } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { AuthDeps } from './auth-deps.ts';

/** How long a challenge can be used. Browsers wait as long for the user. */
export const CHALLENGE_SECONDS = 600;

/** The site for which passkeys are created and used: the configured one, whatever a request claims. */
export function relyingParty({ url }: Pick<AuthDeps, 'url'>): {
  readonly rpID: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(url);
  return { rpID: hostname, origin };
}

/** What both kinds of responses of an authenticator must match. The first check uses the challenge up. */
export function expectations(
  { database, url }: Pick<AuthDeps, 'database' | 'url'>,
  purpose: ChallengePurpose,
) {
  const { rpID, origin } = relyingParty({ url });
  const { take } = passkeyChallengeRepository(database);
  return {
    expectedChallenge: (challenge: string) => take(purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  };
}

/**
 * Runs a verification. The library throws an error for most responses that it refuses.
 * @returns null for one that is refused
 * @throws DomainError service_unavailable
 */
export async function verifyResponse<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    return null;
  }
}
