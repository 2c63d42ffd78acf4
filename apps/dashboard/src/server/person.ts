import { findPerson, type Person } from '@parley/auth';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { runtime } from './runtime.ts';

/** Who is signed in; asked once per request. */
export const currentPerson = cache(async (): Promise<Person | null> => {
  const { auth, database } = runtime();
  return findPerson(auth, database, await headers());
});

/** Who is signed in; whoever is not is led to sign in. */
export async function requirePerson(): Promise<Person> {
  return (await currentPerson()) ?? redirect('/sign-in');
}
