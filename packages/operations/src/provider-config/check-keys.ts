import { DomainError, InvalidFieldError, type Mode } from '@parley/domain';
import type { MerchantAccount } from '@parley/provider';
import type { Deps } from '../request/deps.ts';

interface Keys {
  readonly publishable_key?: string | undefined;
  readonly secret_key?: string | undefined;
}

/** @throws DomainError invalid_request for a key of the other mode */
export function requireKeyMode(mode: Mode, keys: Keys): void {
  for (const field of ['publishable_key', 'secret_key'] as const) {
    const key = keys[field];
    if (key === undefined || key.split('_')[1] === mode) continue;
    throw new InvalidFieldError(
      field,
      `must be a key of ${mode} mode, which is the mode of this request.`,
    );
  }
}

/**
 * Reads the account of a secret key from the provider.
 * @returns the provider's id of the account
 * @throws DomainError invalid_request when the provider rejects the key; provider_error,
 *   service_unavailable when it does not respond
 */
export async function readAccountId(
  deps: Deps,
  { merchantId, apiUrl, secretKey }: MerchantAccount,
): Promise<string> {
  const provider = deps.connectProvider({ merchantId, apiUrl, secretKey });
  const account = await provider.readAccount().catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'provider_error') throw error;
    throw new DomainError(
      'provider_error',
      `secret_key could not be tested: the provider at ${apiUrl} did not respond or refused the request. Nothing was saved. Try again later.`,
      { retryAfterSeconds: 2, cause: error },
    );
  });
  if (account) return account.id;
  throw new InvalidFieldError(
    'secret_key',
    `was rejected by the provider at ${apiUrl}. Copy it again from the provider's dashboard.`,
  );
}
