import {
  type AuthRequest,
  findPendingSession,
  findPerson,
  findSession,
  listMemberNames,
  listMerchants,
  type Person,
  type SignedInUser,
} from '@parley/auth';
import { DomainError, hasPermission, type Mode, type Permission } from '@parley/domain';
import type { Route } from 'next';
import { headers } from 'next/headers';
import { redirect, unstable_rethrow } from 'next/navigation';
import { cache } from 'react';
import { inMode, type ModeRoute } from '#addresses/mode-route.ts';
import { signInHref } from '#addresses/return-path.ts';
import { getClientAddress, PATH_HEADER, REQUEST_ID_HEADER } from '#request-headers.ts';
import { createPageFailure } from './page-failure.ts';
import { runtime } from './runtime.ts';
import { setCookies } from './set-cookies.ts';

/** The id under which this request is logged; `proxy.ts` assigns it. */
export async function getCurrentRequestId(): Promise<string> {
  return (await headers()).get(REQUEST_ID_HEADER) ?? '';
}

/** The current request, as accounts and audit logs record it. */
export async function getCurrentRequest(): Promise<AuthRequest> {
  const requestHeaders = await headers();
  return {
    headers: requestHeaders,
    requestId: requestHeaders.get(REQUEST_ID_HEADER) ?? '',
    address: getClientAddress(requestHeaders),
    setCookies,
  };
}

/** The browser session of this request, or null. Its user may belong to no merchant. Read once per request. */
export const getCurrentSession = cache(() =>
  orPageFailure(async () => {
    const { auth, database } = runtime().accounts;
    return findSession(auth, database, await headers());
  }),
);

/**
 * The browser session of a server action.
 * @throws DomainError authentication_required
 */
export async function requireSession(): Promise<SignedInUser> {
  const session = await getCurrentSession();
  if (session) return session;
  throw new DomainError('authentication_required', 'Sign in first.');
}

/** The sign-in of this request that waits for the second factor, or null. */
export const getPendingSession = cache(() =>
  orPageFailure(async () => findPendingSession(runtime().accounts.auth, await headers())),
);

interface Access {
  /** The person who is signed in and the merchant for which they may act; null without one. */
  readonly person: Person | null;
  /** Why the person must set up a second factor before they act for their merchant; otherwise null. */
  readonly missingSecondFactor: string | null;
}

/** For which merchant the person who is signed in may act. Read once per request. */
export const getCurrentAccess = cache(
  (): Promise<Access> =>
    orPageFailure(async () => {
      const { auth, database } = runtime().accounts;
      try {
        const person = await findPerson(auth, database, await headers());
        return { person, missingSecondFactor: null };
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'second_factor_required') throw error;
        return { person: null, missingSecondFactor: error.message };
      }
    }),
);

/**
 * The person who is signed in. Without one, redirects to the sign-in page, which leads back, or to what
 * they must do first.
 */
export async function requirePerson(): Promise<Person> {
  const { person, missingSecondFactor } = await getCurrentAccess();
  if (person) return person;
  if (missingSecondFactor !== null) redirect('/second-factor');
  if (await getCurrentSession()) redirect('/no-merchant');
  return redirect(await getSignInRoute((await headers()).get(PATH_HEADER)));
}

/** Redirects to another page of a mode unless the person who is signed in holds a permission there. */
export async function requirePermission(
  mode: Mode,
  permission: Permission,
  otherwise: ModeRoute,
): Promise<void> {
  const person = await requirePerson();
  if (!hasPermission({ ...person, mode }, permission)) redirect(inMode(mode, otherwise));
}

/** The page on which this browser signs in, and which leads back to a path. */
async function getSignInRoute(path: string | null): Promise<Route> {
  return signInHref(path, (await getPendingSession()) ? '/sign-in/code' : '/sign-in');
}

/** The names of the merchant's members by user id. */
export function readMemberNames(
  merchantId: Person['merchantId'],
): Promise<ReadonlyMap<string, string>> {
  return orPageFailure(() => listMemberNames(runtime().database, merchantId));
}

/** The merchants of a person, in the order in which they were joined. */
export function getMerchants(userId: string): ReturnType<typeof listMerchants> {
  return orPageFailure(() => listMerchants(runtime().database, userId));
}

/** Runs a read that a page needs. @throws the failure that the error page shows */
export async function orPageFailure<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    unstable_rethrow(error);
    throw createPageFailure(error, await getCurrentRequestId());
  }
}
