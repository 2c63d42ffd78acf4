'use server';

import {
  finishPasskeyRegistration,
  removePasskey as removeFromAccount,
  renamePasskey as renameInAccount,
  startPasskeyRegistration,
} from '@parley/auth';
import { revalidatePath } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { currentRequest, requireSession } from '#server/person.ts';
import { runForm } from '#server/run-form.ts';
import { runtime } from '#server/runtime.ts';
import { registrationResponse } from '#webauthn/responses.ts';

const id = z.string().max(100);
const name = z.string();

/** Returns the options with which the browser creates a passkey. */
export async function beginRegistration(form: FormData) {
  const t = await getTranslations('passkeys');
  return runForm(form, {
    schema: z.object({}),
    labels: { name: t('name') },
    run: async () => ({
      options: await startPasskeyRegistration(runtime().accounts, await requireSession()),
    }),
  });
}

/** Adds the passkey that the browser created. */
export async function finishRegistration(form: FormData) {
  const t = await getTranslations('passkeys');
  return runForm(form, {
    schema: z.object({ name, response: registrationResponse }),
    labels: { name: t('name') },
    run: async (input) => {
      const session = await requireSession();
      await finishPasskeyRegistration(runtime().accounts, session, input, await currentRequest());
      revalidatePath('/account');
      return { message: t('add.done') };
    },
  });
}

/** Changes the name of a passkey. */
export async function renamePasskey(form: FormData) {
  const t = await getTranslations('passkeys');
  return runForm(form, {
    schema: z.object({ id, name }),
    labels: { name: t('name') },
    run: async (input) => {
      await renameInAccount(runtime().accounts, await requireSession(), input);
      revalidatePath('/account');
      return { message: t('rename.done') };
    },
  });
}

/** Removes a passkey. */
export async function removePasskey(form: FormData) {
  const t = await getTranslations('passkeys');
  return runForm(form, {
    schema: z.object({ id }),
    labels: { name: t('name') },
    run: async (input) => {
      const session = await requireSession();
      await removeFromAccount(runtime().accounts, session, input.id, await currentRequest());
      revalidatePath('/account');
      return { message: t('remove.done') };
    },
  });
}
