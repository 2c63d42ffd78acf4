import { InvalidFieldError, isOpen } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { loadPayerSession } from './load-payer-session.ts';
import { type PayerPage, payerPageView } from './payer-page.ts';

/**
 * Verifies the token of a challenge and records that the payer has passed it. A payer whose token cannot be
 * verified because the provider is unavailable has passed too: an outage must not stop payments. Does
 * nothing if no challenge is required.
 * @param consumeLimit called before the provider is
 * @throws DomainError not_found, invalid_request for a token that the provider refuses, and whatever
 *   `consumeLimit` throws
 */
export async function verifyChallenge(
  deps: Deps,
  caller: Caller,
  { id, token }: { id: string; token: string },
  consumeLimit?: () => Promise<void>,
): Promise<PayerPage> {
  const loaded = await loadPayerSession(deps, caller, id);
  if (!deps.captcha || !loaded.requiresChallenge) return payerPageView(loaded);
  await consumeLimit?.();
  if ((await deps.captcha.verify(token, caller.address)) === 'failed') {
    throw new InvalidFieldError(
      'token',
      'must come from a challenge just passed on this page, and can be used once. Show the challenge again.',
    );
  }
  // The time before the verification: a decline since then requires another challenge.
  const challengePassedAt = loaded.now;
  await changeSession(deps, caller, id, (change) => {
    const { status, challengePassedAt: before } = change.session;
    if (isOpen(status) && (before === null || before < challengePassedAt)) {
      change.patchSession({ challengePassedAt });
    }
  });
  return payerPageView(await loadPayerSession(deps, caller, id));
}
