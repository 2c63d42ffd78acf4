'use server';

import { signInWithPasskey, startPasskeySignIn } from '@parley/auth';
import { z } from 'zod';
import { readReturnPath } from '#addresses/return-path.ts';
import { defineAction, defineFormAction } from '#server/define-action.ts';
import { setCookies } from '#server/set-cookies.ts';
import { assertionResponse } from '#webauthn/responses.ts';

const begin = defineAction('signIn', {
  schema: z.object({}),
  run: async (_, { accounts, request }) => ({
    options: await startPasskeySignIn(accounts, request),
  }),
});

/** Returns the options with which the browser offers the passkeys of this site. */
export async function beginPasskeySignIn() {
  return begin(new FormData());
}

/** Signs the person of a passkey in and opens the page they came for. */
export const finishPasskeySignIn = defineFormAction('signIn', {
  schema: z.object({ response: assertionResponse, to: z.string().optional() }),
  run: async ({ response, to }, { accounts, request }) => {
    await setCookies(await signInWithPasskey(accounts, response, request));
    return { goTo: readReturnPath(to) };
  },
});
