'use server';

import {
  confirmSecondFactor,
  disableSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from '@parley/auth';
import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import type { Translator } from '#messages/translator.ts';
import { defineAction, defineFormAction } from '#server/define-action.ts';
import { requireSession } from '#server/person.ts';

const labels = (t: Translator<'secondFactor'>) => ({
  password: t('field.password'),
  code: t('field.code'),
});
const password = z.string().max(1_000, 'is too long');
const code = z.string().max(100, 'is too long');

/** Creates the secret of an authenticator app. */
export const beginSetUp = defineAction('secondFactor', {
  schema: z.object({ password }),
  labels,
  run: async (input, { accounts, request }) =>
    startSecondFactor(accounts, await requireSession(), input, request),
});

/** Turns the second factor on. Returns the recovery codes. */
export const finishSetUp = defineAction('secondFactor', {
  schema: z.object({ code }),
  labels,
  run: async (input, { accounts, request }) => ({
    recoveryCodes: await confirmSecondFactor(accounts, await requireSession(), input, request),
  }),
});

/** Returns new recovery codes. */
export const renewRecoveryCodes = defineAction('secondFactor', {
  schema: z.object({ password, code }),
  labels,
  run: async (input, { accounts, request }) => ({
    recoveryCodes: await replaceRecoveryCodes(accounts, await requireSession(), input, request),
  }),
});

/** Turns the second factor off. */
export const turnOff = defineFormAction('secondFactor', {
  schema: z.object({ password, code }),
  labels,
  run: async (input, { t, accounts, request }) => {
    await disableSecondFactor(accounts, await requireSession(), input, request);
    revalidatePath('/account');
    return { message: t('turnedOff') };
  },
});
