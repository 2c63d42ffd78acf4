import { createCaller, formatErrorResponse } from '@parley/router';
import { notFound, redirect } from 'next/navigation';
import { pageFailure, report } from './page-failure.ts';
import { requirePerson } from './person.ts';
import { requestId } from './request-id.ts';
import { runtime } from './runtime.ts';

type DashboardCaller = ReturnType<typeof createCaller>;

async function callerOfPerson(request: string): Promise<DashboardCaller> {
  const { userId, merchantId, role } = await requirePerson();
  // One mode so far: there is no way to live mode in the dashboard yet.
  const person = { userId, merchantId, mode: 'test', role } as const;
  return createCaller({ deps: runtime().deps, requestId: request, person });
}

/** Asks the dashboard's router for what a page shows, as the person who is signed in. */
export async function ask<T>(question: (caller: DashboardCaller) => Promise<T>): Promise<T> {
  const request = await requestId();
  const caller = await callerOfPerson(request);
  try {
    return await question(caller);
  } catch (error) {
    const answer = formatErrorResponse(error);
    if (answer.code === 'not_found') notFound();
    if (answer.code === 'authentication_required') redirect('/sign-in');
    throw pageFailure(error, request);
  }
}

/** What came of something a person did. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly requestId: string };

/** Does something as the person who is signed in, and tells them what came of it. */
export async function act<T>(deed: (caller: DashboardCaller) => Promise<T>): Promise<Outcome<T>> {
  const request = await requestId();
  const caller = await callerOfPerson(request);
  try {
    return { ok: true, value: await deed(caller) };
  } catch (error) {
    const answer = formatErrorResponse(error);
    report(error, answer, request);
    return { ok: false, message: answer.message, requestId: request };
  }
}
