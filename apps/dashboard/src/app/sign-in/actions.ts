'use server';

import { signIn } from '@parley/auth';
import { formatErrorResponse } from '@parley/router';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { keepCookies } from '../../server/keep-cookies.ts';
import { report } from '../../server/page-failure.ts';
import { requestId } from '../../server/request-id.ts';
import { runtime } from '../../server/runtime.ts';
import { wayBack } from '../../way-back.ts';

interface Refusal {
  readonly message: string;
  readonly email: string;
}

const credentials = z.object({
  email: z.string().max(320),
  password: z.string(),
  back: z.string().optional(),
});

/** Leads to where the person wanted to go, or says why not. */
export async function signInWithPassword(
  _before: Refusal | null,
  form: FormData,
): Promise<Refusal> {
  const { auth, database } = runtime();
  const given = credentials.safeParse(Object.fromEntries(form));
  if (!given.success) return { message: 'Enter your email and your password.', email: '' };
  const { email, password, back } = given.data;
  const sent = await headers();
  try {
    const address = sent.get('x-forwarded-for')?.split(',').at(-1)?.trim();
    await keepCookies(await signIn(auth, database, { email, password, address, headers: sent }));
  } catch (error) {
    const answer = formatErrorResponse(error);
    report(error, answer, await requestId());
    return { message: answer.message, email };
  }
  redirect(wayBack(back));
}
