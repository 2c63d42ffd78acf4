import type { Transaction } from '@parley/db';
import { type ApiKeyChange, apiKeyMail, moreApiKeysMail } from '@parley/mail';
import { notifyOwners } from '../audit/notify-owners.ts';
import type { Caller } from '../request/caller.ts';
import { keyNotFound } from './api-key-view.ts';

/**
 * Writes emails about a change of a key to the owners. Call it after the change was added to the audit log.
 * @throws DomainError not_found
 */
export async function notifyOwnersOfKey(
  tx: Transaction,
  caller: Caller,
  keyId: string,
  change: ApiKeyChange['change'],
): Promise<void> {
  const { mode } = caller;
  await notifyOwners(tx, caller, {
    action: `api_key.${change}`,
    moreMail: (context) => moreApiKeysMail({ change, mode, ...context }),
    mail: async (context) => {
      const key = await tx.apiKeys.find(keyId);
      if (!key) throw keyNotFound();
      const { kind, name: keyName, lastFour } = key;
      return apiKeyMail({ change, mode, kind, keyName, lastFour, ...context });
    },
  });
}
