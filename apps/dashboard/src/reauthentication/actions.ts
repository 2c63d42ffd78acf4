'use server';

import { reauthenticate, startPasskeyProof } from '@parley/auth';
import { z } from 'zod';
import { defineAction } from '#server/define-action.ts';
import { requireSession } from '#server/person.ts';
import { assertionResponse } from '#webauthn/responses.ts';

const text = z.string().max(1_000, 'is too long');

/** Confirms that the person at the browser is the one who signed in, by a password, code or passkey. */
export const confirmIdentity = defineAction('secondFactor', {
  schema: z.union([
    z.object({ password: text }),
    z.object({ code: text }),
    z.object({ passkey: assertionResponse }),
  ]),
  labels: (t) => ({ password: t('field.password'), code: t('field.code') }),
  run: async (proof, { accounts, request }) => {
    await reauthenticate(accounts, await requireSession(), proof, request);
    return {};
  },
});

const begin = defineAction('secondFactor', {
  schema: z.object({}),
  run: async (_, { accounts, request }) => ({
    options: await startPasskeyProof(accounts, await requireSession(), request),
  }),
});

/** Returns the options with which the browser uses a passkey of the person for a proof. */
export async function beginPasskeyProof() {
  return begin(new FormData());
}
