import { findPerson, listMemberNames, type Person } from '@parley/auth';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { PATH_HEADER, REQUEST_ID_HEADER } from '#request-headers.ts';
import { signInHref } from '#sign-in/return-path.ts';
import { createPageFailure } from './page-failure.ts';
import { runtime } from './runtime.ts';

/** The id under which this request is logged; `proxy.ts` assigns it. */
export async function currentRequestId(): Promise<string> {
  return (await headers()).get(REQUEST_ID_HEADER) ?? '';
}

/** The person who is signed in, or null. Read once per request. */
export const currentPerson = cache(async (): Promise<Person | null> => {
  const { auth, database } = runtime();
  try {
    return await findPerson(auth, database, await headers());
  } catch (error) {
    throw createPageFailure(error, await currentRequestId());
  }
});

/** The person who is signed in. Redirects to the sign-in page, which leads back, without one. */
export async function requirePerson(): Promise<Person> {
  const person = await currentPerson();
  if (person) return person;
  return redirect(signInHref((await headers()).get(PATH_HEADER)));
}

/** The names of the merchant's members by user id. */
export async function memberNames(
  merchantId: Person['merchantId'],
): Promise<ReadonlyMap<string, string>> {
  try {
    return await listMemberNames(runtime().database, merchantId);
  } catch (error) {
    throw createPageFailure(error, await currentRequestId());
  }
}
