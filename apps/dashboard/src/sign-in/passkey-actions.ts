'use server';

import { signInWithPasskey, startPasskeySignIn } from '@parley/auth';
import { z } from 'zod';
import { returnPath } from '#addresses/return-path.ts';
import type { ServerFormResult } from '#forms/server-form.tsx';
import { currentRequest } from '#server/person.ts';
import { runForm } from '#server/run-form.ts';
import { runtime } from '#server/runtime.ts';
import { setCookies } from '#server/set-cookies.ts';
import { assertionResponse } from '#webauthn/responses.ts';

/** Returns the options with which the browser offers the passkeys of this site. */
export async function beginPasskeySignIn() {
  return runForm(new FormData(), {
    schema: z.object({}),
    labels: {},
    run: async () => ({
      options: await startPasskeySignIn(runtime().accounts, await currentRequest()),
    }),
  });
}

/** Signs the person of a passkey in and opens the page they came for. */
export async function finishPasskeySignIn(
  _previous: ServerFormResult | null,
  form: FormData,
): Promise<ServerFormResult> {
  return runForm(form, {
    schema: z.object({ response: assertionResponse, to: z.string().optional() }),
    labels: {},
    run: async ({ response, to }) => {
      const request = await currentRequest();
      await setCookies(await signInWithPasskey(runtime().accounts, response, request));
      return { goTo: returnPath(to) };
    },
  });
}
