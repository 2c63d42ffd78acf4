import { type AccountTransaction, createLinkToken, type LinkPurpose } from '@parley/db';
import { DomainError } from '@parley/domain';

/** How long the links of sign-up, password reset and email change work. The emails say so. */
const LINK_LIFETIME_SECONDS = 3_600;

/**
 * Saves a link that works once, for an hour. The former one for the same purpose and subject stops working.
 * @param subject what the repository of links stores for the purpose
 * @returns the token for its URL, of which only the hash is stored
 */
export async function issueLink(
  { links }: Pick<AccountTransaction, 'links'>,
  purpose: LinkPurpose,
  subject: string,
): Promise<string> {
  const { token, tokenHash } = createLinkToken();
  await links.save({ purpose, subject, tokenHash, lifetimeSeconds: LINK_LIFETIME_SECONDS });
  return token;
}

export function brokenLink(): DomainError {
  return new DomainError(
    'not_found',
    'This link no longer works. It may have expired, been used, or been replaced by a newer one.',
  );
}
