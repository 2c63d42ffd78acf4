'use server';

import { signOut } from '@parley/auth';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { keepCookies } from '../server/keep-cookies.ts';
import { runtime } from '../server/runtime.ts';

/** Ends the session of this browser. */
export async function signOutHere(): Promise<void> {
  await keepCookies(await signOut(runtime().auth, await headers()));
  redirect('/sign-in');
}
