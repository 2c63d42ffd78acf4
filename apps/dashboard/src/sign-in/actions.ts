'use server';

import { signIn, signOut } from '@parley/auth';
import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { NextResponse } from 'next/server';
import { z } from 'zod';
import { logError } from '#server/page-failure.ts';
import { currentRequestId } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { returnPath } from './return-path.ts';

interface SignInFailure {
  readonly message: string;
  readonly email: string;
}

const credentials = z.object({
  email: z.string().max(320),
  password: z.string(),
  to: z.string().optional(),
});

/** Signs a person in and opens the page they came for, or returns why it failed. */
export async function startSession(
  _previous: SignInFailure | null,
  form: FormData,
): Promise<SignInFailure> {
  const { auth, database } = runtime();
  const input = credentials.safeParse(Object.fromEntries(form));
  if (!input.success) return { message: 'Enter your email and your password.', email: '' };
  const { email, password, to } = input.data;
  const requestHeaders = await headers();
  try {
    const address = requestHeaders.get('x-forwarded-for')?.split(',').at(-1)?.trim();
    await setCookies(
      await signIn(auth, database, { email, password, address, headers: requestHeaders }),
    );
  } catch (error) {
    return { message: logError(error, await currentRequestId()).message, email };
  }
  redirect(returnPath(to));
}

/** Signs the person out of this browser. */
export async function endSession(): Promise<void> {
  await setCookies(await signOut(runtime().auth, await headers()));
  redirect('/sign-in');
}

/** Sets the cookies of Set-Cookie headers on the response of the action. */
async function setCookies(setCookie: readonly string[]): Promise<void> {
  const { cookies: parsed } = new NextResponse(null, {
    headers: setCookie.map((value): [string, string] => ['set-cookie', value]),
  });
  const store = await cookies();
  for (const cookie of parsed.getAll()) store.set(cookie);
}
