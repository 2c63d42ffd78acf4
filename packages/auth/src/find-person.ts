import { type Database, type Membership, signInRepository } from '@parley/db';
import type { Auth } from './auth.ts';
import { unavailable } from './unavailable.ts';

/** Somebody signed in, and the merchant they work for. */
export interface Person extends Membership {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

/**
 * Who is signed in by the cookie in these headers; null when nobody is, or works for nobody.
 * @throws DomainError service_unavailable when the database does not answer
 */
export async function findPerson(
  auth: Auth,
  database: Database,
  headers: Headers,
): Promise<Person | null> {
  const signedIn = await auth.api
    .getSession({
      headers,
      // A page that is rendered cannot set a cookie; signing in again after a week is the price.
      query: { disableRefresh: true },
    })
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  if (!signedIn) return null;
  const { id, name, email } = signedIn.user;
  const membership = await signInRepository(database).findMembership(id);
  return membership && { userId: id, name, email, ...membership };
}

/** Names of a merchant's people by their ids. */
export function listMemberNames(database: Database, merchantId: Membership['merchantId']) {
  return signInRepository(database).listNames(merchantId);
}
