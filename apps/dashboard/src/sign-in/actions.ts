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
import { DomainError } from '@parley/domain';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { returnPath } from '#addresses/return-path.ts';
import type { ServerFormResult } from '#forms/server-form.tsx';
import type { Translator } from '#messages/translator.ts';
import { currentRequest, currentSession } from '#server/person.ts';
import { runForm } from '#server/run-form.ts';
import { runtime } from '#server/runtime.ts';
import { setCookies } from '#server/set-cookies.ts';

type Previous = ServerFormResult | null;

const labelsIn = (t: Translator<'signIn'>) => ({
  email: t('field.email'),
  code: t('field.code'),
  name: t('field.name'),
  merchant_name: t('field.businessName'),
  password: t('field.password'),
});
const password = z.string().max(1_000, 'is too long');
const token = z.string().max(100);

/** Signs a person in and opens the page they came for. */
export async function startSession(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  const t = await getTranslations('signIn');
  return runForm(form, {
    schema: z.object({ email: emailInput, password, to: z.string().optional() }),
    labels: labelsIn(t),
    remember: ['email'],
    run: async ({ to, ...credentials }) => {
      await setCookies(await signIn(runtime().accounts, credentials, await currentRequest()));
      return { goTo: returnPath(to) };
    },
  });
}

/** Completes a sign-in with a code of the second factor. */
export async function enterCode(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  const t = await getTranslations('signIn');
  return runForm(form, {
    schema: z.object({ code: z.string().max(100, 'is too long'), to: z.string().optional() }),
    labels: labelsIn(t),
    run: async ({ to, code }) => {
      await setCookies(await signInWithCode(runtime().accounts, { code }, await currentRequest()));
      return { goTo: returnPath(to) };
    },
  });
}

/** Signs the person out of this browser. */
export async function endSession(): Promise<void> {
  await setCookies(await signOut(runtime().accounts, await currentRequest()));
  redirect('/sign-in');
}

/** Sends a link for sign-up to an email. */
export async function startSignUp(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  const t = await getTranslations('signIn');
  return runForm(form, {
    schema: z.object({ email: emailInput }),
    labels: labelsIn(t),
    remember: ['email'],
    run: async ({ email }) => {
      await requestSignUp(runtime().accounts, { email }, await currentRequest());
      return { message: t('signUp.done', { email }) };
    },
  });
}

/** Creates the account of a confirmed email and its merchant, and signs the person in. */
export async function finishSignUp(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  const t = await getTranslations('signIn');
  return runForm(form, {
    schema: z.object({ token, name: personNameInput, merchant_name: merchantNameInput, password }),
    labels: labelsIn(t),
    remember: ['name', 'merchant_name'],
    run: async ({ merchant_name: merchantName, ...person }) => {
      const { accounts } = runtime();
      const request = await currentRequest();
      const email = await completeSignUp(accounts, { ...person, merchantName }, request);
      await setCookies(await signIn(accounts, { email, password: person.password }, request));
      return { goTo: '/' };
    },
  });
}

/** Sends a link that sets a new password. */
export async function startPasswordReset(
  _previous: Previous,
  form: FormData,
): Promise<ServerFormResult> {
  const t = await getTranslations('signIn');
  return runForm(form, {
    schema: z.object({ email: emailInput }),
    labels: labelsIn(t),
    remember: ['email'],
    run: async ({ email }) => {
      await requestPasswordReset(runtime().accounts, { email }, await currentRequest());
      return { message: t('reset.done', { email }) };
    },
  });
}

/** Sets a new password. */
export async function finishPasswordReset(
  _previous: Previous,
  form: FormData,
): Promise<ServerFormResult> {
  const t = await getTranslations('signIn');
  return runForm(form, {
    schema: z.object({ token, password }),
    labels: labelsIn(t),
    run: async (input) => {
      await setCookies([await resetPassword(runtime().accounts, input, await currentRequest())]);
      return { goTo: '/sign-in?password=changed' };
    },
  });
}

/** Creates the account of an invited person, who joins the team, and signs them in. */
export async function joinTeam(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  const t = await getTranslations('signIn');
  return runForm(form, {
    schema: z.object({ token, name: personNameInput, password }),
    labels: labelsIn(t),
    remember: ['name'],
    run: async (person) => {
      const { accounts } = runtime();
      const request = await currentRequest();
      const email = await joinAsNewUser(accounts, person, request);
      await setCookies(await signIn(accounts, { email, password: person.password }, request));
      return { goTo: '/' };
    },
  });
}

/** Adds the signed-in person to the team of an invitation. */
export async function joinTeamWithAccount(
  _previous: Previous,
  form: FormData,
): Promise<ServerFormResult> {
  const t = await getTranslations('signIn');
  return runForm(form, {
    schema: z.object({ token }),
    labels: labelsIn(t),
    run: async (input) => {
      const session = await currentSession();
      if (!session) throw new DomainError('authentication_required', 'Sign in first.');
      await acceptInvitation(runtime().accounts, input.token, session, await currentRequest());
      return { goTo: '/' };
    },
  });
}
