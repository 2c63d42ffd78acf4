import { hash } from 'node:crypto';
import type { Connection } from '../sql/client.ts';

/** What a challenge is for: to sign in, or in a browser session to register a passkey or to prove who is there. */
export type ChallengePurpose = 'sign_in' | `${'registration' | 'reauthentication'}:${string}`;

/** Random values that passkeys sign, each of which is accepted once. Times are those of the database. */
export function passkeyChallengeRepository({
  connection: db,
}: {
  readonly connection: Connection;
}) {
  return {
    /** Saves a challenge. Also deletes some that have expired. */
    async save(
      purpose: ChallengePurpose,
      challenge: string,
      lifetimeSeconds: number,
    ): Promise<void> {
      await db.$executeRaw`
        DELETE FROM passkey_challenge WHERE hash IN (
          SELECT hash FROM passkey_challenge WHERE expires_at < now()
          LIMIT 100 FOR UPDATE SKIP LOCKED)`;
      await db.$executeRaw`
        INSERT INTO passkey_challenge (hash, purpose, expires_at)
        VALUES (${hash('sha256', challenge)}, ${purpose},
          now() + make_interval(secs => ${lifetimeSeconds}::double precision))`;
    },

    /** Uses a challenge up. Returns false if it does not exist, has expired or has another purpose. */
    async take(purpose: ChallengePurpose, challenge: string): Promise<boolean> {
      const count = await db.$executeRaw`
        DELETE FROM passkey_challenge
        WHERE hash = ${hash('sha256', challenge)} AND purpose = ${purpose} AND expires_at > now()`;
      return count === 1;
    },
  };
}
