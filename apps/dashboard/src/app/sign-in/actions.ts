'use server';

import { signIn } from '@parley/auth';
import { errorAnswer } from '@parley/router';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { keepCookies } from '../../server/keep-cookies.ts';
import { requestId } from '../../server/request-id.ts';
import { runtime } from '../../server/runtime.ts';

interface Refusal {
  readonly message: string;
  readonly email: string;
}

const credentials = z.object({ email: z.string().max(320), password: z.string().max(128) });

/** Leads to the sessions, or says why not. */
export async function signInWithPassword(
  _before: Refusal | null,
  form: FormData,
): Promise<Refusal> {
  const { auth, database, logger } = runtime();
  const given = credentials.safeParse(Object.fromEntries(form));
  if (!given.success) return { message: 'Enter your e-mail and your password.', email: '' };
  const sent = await headers();
  try {
    const address = sent.get('x-forwarded-for')?.split(',').at(-1)?.trim();
    await keepCookies(await signIn(auth, database, { ...given.data, address, headers: sent }));
  } catch (error) {
    const { code, status, message } = errorAnswer(error);
    const told = { msg: 'sign-in refused', code, request_id: await requestId() };
    if (status >= 500) logger.error({ ...told, err: error });
    else logger.info(told);
    return { message, email: given.data.email };
  }
  redirect('/sessions');
}
