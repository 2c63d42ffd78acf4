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
import { z } from 'zod';
import { defineFormAction } from '#server/define-action.ts';
import { requireSession } from '#server/person.ts';
import { setCookies } from '#server/set-cookies.ts';

/** Changes the name of the signed-in person. */
export const changeName = defineFormAction('account', {
  schema: z.object({ name: personNameInput }),
  labels: (t) => ({ name: t('field.name') }),
  remember: ['name'],
  run: async ({ name }, { t, accounts }) => {
    await renameUser(accounts, await requireSession(), name);
    revalidatePath('/', 'layout');
    return { message: t('name.done') };
  },
});

/** Sends a link that confirms another email of the signed-in person. */
export const changeEmail = defineFormAction('account', {
  schema: z.object({ email: emailInput, password: z.string(), code: z.string().optional() }),
  labels: (t) => ({
    email: t('field.newEmail'),
    password: t('field.password'),
    code: t('field.code'),
  }),
  remember: ['email'],
  run: async ({ code, ...input }, { t, accounts, request }) => {
    const proof = code === undefined ? input : { ...input, code };
    await requestEmailChange(accounts, await requireSession(), proof, request);
    return { message: t('email.done', { email: input.email }) };
  },
});

/** Makes the email of a link the one of the signed-in person. */
export const confirmEmail = defineFormAction('account', {
  schema: z.object({ token: z.string().max(100) }),
  run: async ({ token }, { accounts, request }) => {
    await setCookies([await confirmEmailChange(accounts, await requireSession(), token, request)]);
    revalidatePath('/', 'layout');
    return { goTo: '/account' };
  },
});

/** Changes the password of the signed-in person and signs them out everywhere else. */
export const replacePassword = defineFormAction('account', {
  schema: z.object({
    current_password: z.string(),
    password: z.string(),
    code: z.string().optional(),
  }),
  labels: (t) => ({
    current_password: t('field.currentPassword'),
    password: t('field.newPassword'),
    code: t('field.code'),
  }),
  run: async ({ current_password: currentPassword, password, code }, { t, accounts, request }) => {
    const input = { currentPassword, password, ...(code !== undefined && { code }) };
    await changePassword(accounts, await requireSession(), input, request);
    revalidatePath('/account');
    return { message: t('password.done') };
  },
});

/** Signs the person out of one other browser, or of all others. */
export const endBrowserSessions = defineFormAction('account', {
  schema: z.object({ session_id: z.string().optional() }),
  run: async ({ session_id: id }, { t, accounts, request }) => {
    await endSessions(accounts, await requireSession(), request, id);
    revalidatePath('/account');
    return { message: t(id ? 'browsers.signedOut' : 'browsers.signedOutOthers') };
  },
});
