import { type ChallengePurpose, type Passkey, passkeyChallengeRepository } from '@parley/db';
import { DomainError } from '@parley/domain';
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
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
export function expectedResponse(
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

/**
 * Verifies that a passkey signed a challenge, which is used up, and that its user was verified.
 * @returns the number of signatures that the authenticator reported; null for a response that is refused
 * @throws DomainError service_unavailable
 */
export async function verifyPasskey(
  deps: Pick<AuthDeps, 'database' | 'url'>,
  purpose: ChallengePurpose,
  { credentialId, publicKey, counter }: Passkey,
  response: AuthenticationResponseJSON,
): Promise<number | null> {
  const verified = await verifyResponse(() =>
    verifyAuthenticationResponse({
      ...expectedResponse(deps, purpose),
      response,
      credential: { id: credentialId, publicKey, counter },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}

/** The id of the user for whom the authenticator created the passkey; empty if it does not name one. */
export const getUserHandle = ({ response }: AuthenticationResponseJSON): string =>
  Buffer.from(response.userHandle ?? '', 'base64url').toString();
