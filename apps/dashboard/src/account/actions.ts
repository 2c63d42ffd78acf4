'use server';

import {
  changePassword,
  confirmEmailChange,
  endSessions,
  renameUser,
  requestEmailChange,
} from '@parley/auth';
import { emailInput, personNameInput } from '@parley/contract';
import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { ServerFormResult } from '#forms/server-form.tsx';
import { currentRequest, requireSession } from '#server/person.ts';
import { runForm } from '#server/run-form.ts';
import { runtime } from '#server/runtime.ts';
import { setCookies } from '#server/set-cookies.ts';

type Previous = ServerFormResult | null;

/** Changes the name of the signed-in person. */
export async function changeName(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  const t = await getTranslations('account');
  return runForm(form, {
    schema: z.object({ name: personNameInput }),
    labels: { name: t('field.name') },
    remember: ['name'],
    run: async ({ name }) => {
      await renameUser(runtime().accounts, await requireSession(), name);
      revalidatePath('/', 'layout');
      return { message: t('name.done') };
    },
  });
}

/** Sends a link that confirms another email of the signed-in person. */
export async function changeEmail(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  const t = await getTranslations('account');
  return runForm(form, {
    schema: z.object({ email: emailInput, password: z.string(), code: z.string().optional() }),
    labels: {
      email: t('field.newEmail'),
      password: t('field.password'),
      code: t('field.code'),
    },
    remember: ['email'],
    run: async ({ code, ...input }) => {
      const proof = code === undefined ? input : { ...input, code };
      const session = await requireSession();
      await requestEmailChange(runtime().accounts, session, proof, await currentRequest());
      return { message: t('email.done', { email: input.email }) };
    },
  });
}

/** Makes the email of a link the one of the signed-in person. */
export async function confirmEmail(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  return runForm(form, {
    schema: z.object({ token: z.string().max(100) }),
    labels: {},
    run: async ({ token }) => {
      const session = await requireSession();
      const { accounts } = runtime();
      await setCookies([
        await confirmEmailChange(accounts, session, token, await currentRequest()),
      ]);
      revalidatePath('/', 'layout');
      return { goTo: '/account' };
    },
  });
}

/** Changes the password of the signed-in person and signs them out everywhere else. */
export async function replacePassword(
  _previous: Previous,
  form: FormData,
): Promise<ServerFormResult> {
  const t = await getTranslations('account');
  return runForm(form, {
    schema: z.object({
      current_password: z.string(),
      password: z.string(),
      code: z.string().optional(),
    }),
    labels: {
      current_password: t('field.currentPassword'),
      password: t('field.newPassword'),
      code: t('field.code'),
    },
    run: async ({ current_password: currentPassword, password, code }) => {
      const session = await requireSession();
      const input = { currentPassword, password, ...(code !== undefined && { code }) };
      await changePassword(runtime().accounts, session, input, await currentRequest());
      revalidatePath('/account');
      return { message: t('password.done') };
    },
  });
}

/** Signs the person out of one other browser, or of all others. */
export async function endBrowserSessions(
  _previous: Previous,
  form: FormData,
): Promise<ServerFormResult> {
  const t = await getTranslations('account');
  return runForm(form, {
    schema: z.object({ session_id: z.string().optional() }),
    labels: {},
    run: async ({ session_id: id }) => {
      const session = await requireSession();
      await endSessions(runtime().accounts, session, await currentRequest(), id);
      revalidatePath('/account');
      return { message: t(id ? 'browsers.signedOut' : 'browsers.signedOutOthers') };
    },
  });
}
