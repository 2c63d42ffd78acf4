import type { AttemptRecord, PspConfigRecord } from '@parley/db';
import type { Provider } from '@parley/provider';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';

/** A provider client with the keys of a merchant's account. */
export function providerOf(deps: Deps, config: PspConfigRecord): Provider {
  const { apiUrl, secretKey } = config;
  return deps.connectProvider({ apiUrl, secretKey });
}

/** A client for the account that an attempt was reserved with, even if retired; null without one. */
export async function providerOfAttempt(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<Provider | null> {
  if (!attempt.merchantPspConfigId) return null;
  const config = await deps.database.forScope(caller).pspConfigs.find(attempt.merchantPspConfigId);
  return config && providerOf(deps, config);
}
