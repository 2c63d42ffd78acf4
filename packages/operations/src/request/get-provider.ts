import type { AttemptRecord, PspConfigRecord } from '@parley/db';
import type { Provider } from '@parley/provider';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';

/** Returns a provider client with the keys of a merchant's account. */
export function getProvider(deps: Deps, config: PspConfigRecord): Provider {
  const { apiUrl, secretKey } = config;
  return deps.connectProvider({ apiUrl, secretKey });
}

/** Returns a client for the account that the attempt was reserved with, even if retired, or null. */
export async function getAttemptProvider(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<Provider | null> {
  if (!attempt.merchantPspConfigId) return null;
  const config = await deps.database.forScope(caller).pspConfigs.find(attempt.merchantPspConfigId);
  return config && getProvider(deps, config);
}
