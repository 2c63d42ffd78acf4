import { createHash } from 'node:crypto';
import type { Client } from '../sql/client.ts';
import { translateErrors } from '../sql/errors.ts';

/** What a challenge is for: to sign in, or in a browser session to register a passkey or to prove who is there. */
export type ChallengePurpose = 'sign_in' | `${'registration' | 'reauthentication'}:${string}`;

/** Random values that passkeys sign, each of which is accepted once. Times are those of the database. */
export function passkeyChallengeRepository({ client }: { readonly client: Client }) {
  return {
    /** Saves a challenge. Also deletes some that have expired. */
    save: (purpose: ChallengePurpose, challenge: string, lifetimeSeconds: number): Promise<void> =>
      translateErrors(async () => {
        await client.$executeRaw`
          DELETE FROM passkey_challenge WHERE hash IN (
            SELECT hash FROM passkey_challenge WHERE expires_at < now()
            LIMIT 100 FOR UPDATE SKIP LOCKED)`;
        await client.$executeRaw`
          INSERT INTO passkey_challenge (hash, purpose, expires_at)
          VALUES (${hash(challenge)}, ${purpose},
            now() + make_interval(secs => ${lifetimeSeconds}::double precision))`;
      }),

    /** Uses a challenge up. Returns false if it does not exist, has expired or has another purpose. */
    take: (purpose: ChallengePurpose, challenge: string): Promise<boolean> =>
      translateErrors(async () => {
        const count = await client.$executeRaw`
          DELETE FROM passkey_challenge
          WHERE hash = ${hash(challenge)} AND purpose = ${purpose} AND expires_at > now()`;
        return count === 1;
      }),
  };
}

const hash = (challenge: string): string => createHash('sha256').update(challenge).digest('hex');
