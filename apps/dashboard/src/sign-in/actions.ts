'use server';

import {
  acceptInvitation,
  completeSignUp,
  joinAsNewUser,
  requestPasswordReset,
  requestSignUp,
  resetPassword,
  signIn,
  signInWithCode,
  signOut,
} from '@parley/auth';
import { emailInput, merchantNameInput, personNameInput } from '@parley/contract';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { readReturnPath } from '#addresses/return-path.ts';
import type { Translator } from '#messages/translator.ts';
import { defineFormAction } from '#server/define-action.ts';
import { getCurrentRequest, requireSession } from '#server/person.ts';
import { runtime } from '#server/runtime.ts';
import { setCookies } from '#server/set-cookies.ts';

const labels = (t: Translator<'signIn'>) => ({
  email: t('field.email'),
  code: t('field.code'),
  name: t('field.name'),
  merchant_name: t('field.businessName'),
  password: t('field.password'),
});
const password = z.string().max(1_000, 'is too long');
const token = z.string().max(100);

/** Signs a person in and opens the page they came for. */
export const startSession = defineFormAction('signIn', {
  schema: z.object({ email: emailInput, password, to: z.string().optional() }),
  labels,
  remember: ['email'],
  run: async ({ to, ...credentials }, { accounts, request }) => {
    await setCookies(await signIn(accounts, credentials, request));
    return { goTo: readReturnPath(to) };
  },
});

/** Completes a sign-in with a code of the second factor. */
export const enterCode = defineFormAction('signIn', {
  schema: z.object({ code: z.string().max(100, 'is too long'), to: z.string().optional() }),
  labels,
  run: async ({ to, code }, { accounts, request }) => {
    await setCookies(await signInWithCode(accounts, { code }, request));
    return { goTo: readReturnPath(to) };
  },
});

/** Signs the person out of this browser. */
export async function endSession(): Promise<void> {
  await setCookies(await signOut(runtime().accounts, await getCurrentRequest()));
  redirect('/sign-in');
}

/** Sends a link for sign-up to an email. */
export const startSignUp = defineFormAction('signIn', {
  schema: z.object({ email: emailInput }),
  labels,
  remember: ['email'],
  run: async ({ email }, { t, accounts, request }) => {
    await requestSignUp(accounts, { email }, request);
    return { message: t('signUp.done', { email }) };
  },
});

/** Creates the account of a confirmed email and its merchant, and signs the person in. */
export const finishSignUp = defineFormAction('signIn', {
  schema: z.object({ token, name: personNameInput, merchant_name: merchantNameInput, password }),
  labels,
  remember: ['name', 'merchant_name'],
  run: async ({ merchant_name: merchantName, ...person }, { accounts, request }) => {
    const email = await completeSignUp(accounts, { ...person, merchantName }, request);
    await setCookies(await signIn(accounts, { email, password: person.password }, request));
    return { goTo: '/' };
  },
});

/** Sends a link that sets a new password. */
export const startPasswordReset = defineFormAction('signIn', {
  schema: z.object({ email: emailInput }),
  labels,
  remember: ['email'],
  run: async ({ email }, { t, accounts, request }) => {
    await requestPasswordReset(accounts, { email }, request);
    return { message: t('reset.done', { email }) };
  },
});

/** Sets a new password. */
export const finishPasswordReset = defineFormAction('signIn', {
  schema: z.object({ token, password }),
  labels,
  run: async (input, { accounts, request }) => {
    await setCookies([await resetPassword(accounts, input, request)]);
    return { goTo: '/sign-in?password=changed' };
  },
});

/** Creates the account of an invited person, who joins the team, and signs them in. */
export const joinTeam = defineFormAction('signIn', {
  schema: z.object({ token, name: personNameInput, password }),
  labels,
  remember: ['name'],
  run: async (person, { accounts, request }) => {
    const email = await joinAsNewUser(accounts, person, request);
    await setCookies(await signIn(accounts, { email, password: person.password }, request));
    return { goTo: '/' };
  },
});

/** Adds the signed-in person to the team of an invitation. */
export const joinTeamWithAccount = defineFormAction('signIn', {
  schema: z.object({ token }),
  labels,
  run: async (input, { accounts, request }) => {
    await acceptInvitation(accounts, input.token, await requireSession(), request);
    return { goTo: '/' };
  },
});
