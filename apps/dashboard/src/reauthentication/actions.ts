'use server';

import { reauthenticate } from '@parley/auth';
import { z } from 'zod';
import { currentRequest, requireSession } from '#server/person.ts';
import { runForm } from '#server/run-form.ts';
import { runtime } from '#server/runtime.ts';

const text = z.string().max(1_000, 'is too long');

/** Confirms that the person at the browser is the one who signed in, by their password or a code. */
export async function confirmIdentity(form: FormData) {
  return runForm(form, {
    schema: z.union([z.object({ password: text }), z.object({ code: text })]),
    labels: { password: 'Password', code: 'Code' },
    run: async (proof) => {
      const session = await requireSession();
      await reauthenticate(runtime().accounts, session, proof, await currentRequest());
      return {};
    },
  });
}
