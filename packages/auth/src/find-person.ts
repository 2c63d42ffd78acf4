import { type Database, type Membership, signInRepository } from '@parley/db';
import type { Mode } from '@parley/domain';
import type { Auth } from './auth.ts';
import { unavailable } from './unavailable.ts';

/** A signed-in user, and the merchant and mode that they act in. */
export interface Person extends Membership {
  readonly userId: string;
  readonly mode: Mode;
  readonly name: string;
  readonly email: string;
}

/**
 * Finds the user of the session cookie; null without a valid session or a membership.
 * @throws DomainError service_unavailable when the database does not respond
 */
export async function findPerson(
  auth: Auth,
  database: Database,
  headers: Headers,
): Promise<Person | null> {
  const signedIn = await auth.api
    .getSession({
      headers,
      // Rendering a page cannot set cookies, so sessions end after a week without a refresh.
      query: { disableRefresh: true },
    })
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  if (!signedIn) return null;
  const { id, name, email } = signedIn.user;
  const membership = await signInRepository(database).findMembership(id);
  // The dashboard has no live mode yet.
  return membership && { userId: id, name, email, mode: 'test', ...membership };
}

/** The names of a merchant's members by user id. */
export function listMemberNames(database: Database, merchantId: Membership['merchantId']) {
  return signInRepository(database).listNames(merchantId);
}
