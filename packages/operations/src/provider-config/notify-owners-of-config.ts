import type { ProviderConfigSummary, Transaction } from '@parley/db';
import {
  moreProviderConfigsMail,
  type ProviderConfigChange,
  providerConfigMail,
} from '@parley/mail';
import { notifyOwners } from '../audit/notify-owners.ts';
import type { Caller } from '../request/caller.ts';

type Account = Pick<ProviderConfigSummary, 'accountId' | 'publishableKey'>;

/** The name of an account: the provider's id of it, as the dashboard of the provider shows it. */
const getName = ({ accountId, publishableKey }: Account) => accountId ?? publishableKey;

/**
 * Writes emails about a change of a config to the owners, in live mode: accounts of test mode receive no
 * money. Call it after the change was added to the audit log.
 * @param former the account that received the payments before the change
 */
export async function notifyOwnersOfConfig(
  tx: Transaction,
  caller: Caller,
  config: Account,
  change: ProviderConfigChange['change'],
  former: Account | null = null,
): Promise<void> {
  const { mode } = caller;
  if (mode !== 'live') return;
  await notifyOwners(tx, caller, {
    action: `provider_config.${change}`,
    moreMail: (context) => moreProviderConfigsMail({ change, mode, ...context }),
    mail: (context) =>
      providerConfigMail({
        change,
        account: getName(config),
        former: former && getName(former),
        ...context,
      }),
  });
}
