import { findPerson, listMemberNames, type Person } from '@parley/auth';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { PATH_HEADER } from '../request-headers.ts';
import { signInHref } from '../way-back.ts';
import { pageFailure } from './page-failure.ts';
import { requestId } from './request-id.ts';
import { runtime } from './runtime.ts';

/** Who is signed in; asked once per request. */
export const currentPerson = cache(async (): Promise<Person | null> => {
  const { auth, database } = runtime();
  try {
    return await findPerson(auth, database, await headers());
  } catch (error) {
    throw pageFailure(error, await requestId());
  }
});

/** Who is signed in; whoever is not is led to sign in, and then back here. */
export async function requirePerson(): Promise<Person> {
  const person = await currentPerson();
  if (person) return person;
  return redirect(signInHref((await headers()).get(PATH_HEADER)));
}

/** Names of the people who work for a merchant, by their ids. */
export async function findColleagues(
  merchantId: Person['merchantId'],
): Promise<ReadonlyMap<string, string>> {
  try {
    return await listMemberNames(runtime().database, merchantId);
  } catch (error) {
    throw pageFailure(error, await requestId());
  }
}
