'use server';

import {
  confirmSecondFactor,
  disableSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from '@parley/auth';
import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { ServerFormResult } from '#forms/server-form.tsx';
import type { Translator } from '#messages/translator.ts';
import { currentRequest, requireSession } from '#server/person.ts';
import { runForm } from '#server/run-form.ts';
import { runtime } from '#server/runtime.ts';

type Previous = ServerFormResult | null;

const labelsIn = (t: Translator<'secondFactor'>) => ({
  password: t('field.password'),
  code: t('field.code'),
});
const password = z.string().max(1_000, 'is too long');
const code = z.string().max(100, 'is too long');

/** Creates the secret of an authenticator app. */
export async function beginSetUp(form: FormData) {
  const t = await getTranslations('secondFactor');
  return runForm(form, {
    schema: z.object({ password }),
    labels: labelsIn(t),
    run: async (input) =>
      startSecondFactor(runtime().accounts, await requireSession(), input, await currentRequest()),
  });
}

/** Turns the second factor on. Returns the recovery codes. */
export async function finishSetUp(form: FormData) {
  const t = await getTranslations('secondFactor');
  return runForm(form, {
    schema: z.object({ code }),
    labels: labelsIn(t),
    run: async (input) => {
      const user = await requireSession();
      const { accounts } = runtime();
      const request = await currentRequest();
      return { recoveryCodes: await confirmSecondFactor(accounts, user, input, request) };
    },
  });
}

/** Returns new recovery codes. */
export async function renewRecoveryCodes(form: FormData) {
  const t = await getTranslations('secondFactor');
  return runForm(form, {
    schema: z.object({ password, code }),
    labels: labelsIn(t),
    run: async (input) => {
      const user = await requireSession();
      const { accounts } = runtime();
      const request = await currentRequest();
      return { recoveryCodes: await replaceRecoveryCodes(accounts, user, input, request) };
    },
  });
}

/** Turns the second factor off. */
export async function turnOff(_previous: Previous, form: FormData): Promise<ServerFormResult> {
  const t = await getTranslations('secondFactor');
  return runForm(form, {
    schema: z.object({ password, code }),
    labels: labelsIn(t),
    run: async (input) => {
      const user = await requireSession();
      await disableSecondFactor(runtime().accounts, user, input, await currentRequest());
      revalidatePath('/account');
      return { message: t('turnedOff') };
    },
  });
}
