import { lockIntent, lockSetup } from '../intents/lock-intent.ts';
import { authenticateIntent } from '../payment-intents/confirm-intent.ts';
import { authenticateSetup } from '../setup-intents/confirm-setup.ts';
import type { Hidden } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { updateIntentOwners, updateSetupOwners } from './update-owners.ts';

export interface Challenge {
  object: {
    id: string;
    object: 'payment_intent' | 'setup_intent';
    amount?: number;
    next_action: { type: string } | null;
    currency?: string;
  };
  returnUrl: string | null;
  /** The payer came by redirect and returns to `returnUrl`. */
  redirect: boolean;
  /** The payer pays at a bank instead of authenticating a card. */
  bank: boolean;
}

/** Finds the intent that an authentication belongs to; null once the authentication has ended. */
export async function findChallenge(tx: Tx, source: string): Promise<Challenge | null> {
  const found = await tx.client.query<{ data: Challenge['object']; hidden: Hidden }>(
    "SELECT data, hidden FROM object WHERE hidden ? 'challenge' AND hidden->'challenge'->>'id' = $1",
    [source],
  );
  const row = found.rows[0];
  if (!row) return null;
  return {
    object: row.data,
    returnUrl: row.hidden.challenge?.return_url ?? null,
    redirect: row.data.next_action?.type === 'redirect_to_url',
    bank: row.hidden.challenge?.bank === true,
  };
}

/** Ends an authentication and continues its payment or setup; a repeated call changes nothing. */
export async function finishChallenge(tx: Tx, source: string, passed: boolean) {
  const challenge = await findChallenge(tx, source);
  if (!challenge) return null;
  const { id, object } = challenge.object;
  if (object === 'payment_intent') {
    const intent = await lockIntent(tx, id);
    if (intent.hidden.challenge?.id === source) {
      await authenticateIntent(tx, intent, passed);
      await updateIntentOwners(tx, intent);
    }
    return { challenge, intent: intent.data };
  }
  const setup = await lockSetup(tx, id);
  if (setup.hidden.challenge?.id === source) {
    await authenticateSetup(tx, setup, passed);
    await updateSetupOwners(tx, setup);
  }
  return { challenge, intent: setup.data };
}
