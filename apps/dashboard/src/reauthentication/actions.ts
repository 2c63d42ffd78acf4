'use server';

import { reauthenticate, startPasskeyProof } from '@parley/auth';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { currentRequest, requireSession } from '#server/person.ts';
import { runForm } from '#server/run-form.ts';
import { runtime } from '#server/runtime.ts';
import { assertionResponse } from '#webauthn/responses.ts';

const text = z.string().max(1_000, 'is too long');

/** Confirms that the person at the browser is the one who signed in, by a password, code or passkey. */
export async function confirmIdentity(form: FormData) {
  const t = await getTranslations('secondFactor.field');
  return runForm(form, {
    schema: z.union([
      z.object({ password: text }),
      z.object({ code: text }),
      z.object({ passkey: assertionResponse }),
    ]),
    labels: { password: t('password'), code: t('code') },
    run: async (proof) => {
      const session = await requireSession();
      await reauthenticate(runtime().accounts, session, proof, await currentRequest());
      return {};
    },
  });
}

/** Returns the options with which the browser uses a passkey of the person for a proof. */
export async function beginPasskeyProof() {
  return runForm(new FormData(), {
    schema: z.object({}),
    labels: {},
    run: async () => {
      const session = await requireSession();
      const request = await currentRequest();
      return { options: await startPasskeyProof(runtime().accounts, session, request) };
    },
  });
}
