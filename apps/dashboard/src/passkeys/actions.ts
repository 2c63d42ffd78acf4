'use server';

import {
  finishPasskeyRegistration,
  removePasskey as removeFromAccount,
  renamePasskey as renameInAccount,
  startPasskeyRegistration,
} from '@parley/auth';
import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { currentRequest, requireSession } from '#server/person.ts';
import { runForm } from '#server/run-form.ts';
import { runtime } from '#server/runtime.ts';
import { registrationResponse } from './responses.ts';

const labels = { name: 'Name' };
const id = z.string().max(100);
const name = z.string();

/** Returns the options with which the browser creates a passkey. */
export async function beginRegistration(form: FormData) {
  return runForm(form, {
    schema: z.object({}),
    labels,
    run: async () => ({
      options: await startPasskeyRegistration(runtime().accounts, await requireSession()),
    }),
  });
}

/** Adds the passkey that the browser created. */
export async function finishRegistration(form: FormData) {
  return runForm(form, {
    schema: z.object({ name, response: registrationResponse }),
    labels,
    run: async (input) => {
      const session = await requireSession();
      await finishPasskeyRegistration(runtime().accounts, session, input, await currentRequest());
      revalidatePath('/account');
      return { message: 'The passkey was added.' };
    },
  });
}

/** Changes the name of a passkey. */
export async function renamePasskey(form: FormData) {
  return runForm(form, {
    schema: z.object({ id, name }),
    labels,
    run: async (input) => {
      await renameInAccount(runtime().accounts, await requireSession(), input);
      revalidatePath('/account');
      return { message: 'The passkey was renamed.' };
    },
  });
}

/** Removes a passkey. */
export async function removePasskey(form: FormData) {
  return runForm(form, {
    schema: z.object({ id }),
    labels,
    run: async (input) => {
      const session = await requireSession();
      await removeFromAccount(runtime().accounts, session, input.id, await currentRequest());
      revalidatePath('/account');
      return { message: 'The passkey was removed. All other browsers are signed out.' };
    },
  });
}
