'use server';

import {
  finishPasskeyRegistration,
  removePasskey as removeFromAccount,
  renamePasskey as renameInAccount,
  startPasskeyRegistration,
} from '@parley/auth';
import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import type { Translator } from '#messages/translator.ts';
import { defineAction } from '#server/define-action.ts';
import { requireSession } from '#server/person.ts';
import { registrationResponse } from '#webauthn/responses.ts';

const labels = (t: Translator<'passkeys'>) => ({ name: t('name') });
const id = z.string().max(100);
const name = z.string();

/** Returns the options with which the browser creates a passkey. */
export const beginRegistration = defineAction('passkeys', {
  schema: z.object({}),
  labels,
  run: async (_, { accounts }) => ({
    options: await startPasskeyRegistration(accounts, await requireSession()),
  }),
});

/** Adds the passkey that the browser created. */
export const finishRegistration = defineAction('passkeys', {
  schema: z.object({ name, response: registrationResponse }),
  labels,
  run: async (input, { t, accounts, request }) => {
    await finishPasskeyRegistration(accounts, await requireSession(), input, request);
    revalidatePath('/account');
    return { message: t('add.done') };
  },
});

/** Changes the name of a passkey. */
export const renamePasskey = defineAction('passkeys', {
  schema: z.object({ id, name }),
  labels,
  run: async (input, { t, accounts }) => {
    await renameInAccount(accounts, await requireSession(), input);
    revalidatePath('/account');
    return { message: t('rename.done') };
  },
});

/** Removes a passkey. */
export const removePasskey = defineAction('passkeys', {
  schema: z.object({ id }),
  labels,
  run: async (input, { t, accounts, request }) => {
    await removeFromAccount(accounts, await requireSession(), input.id, request);
    revalidatePath('/account');
    return { message: t('remove.done') };
  },
});
