import type {
  AcquisitionAttempt,
  AttachProviderObjectInput,
  ConfirmProviderCartInput,
} from '@parley/contract';
import type { AttemptRecord } from '@parley/db';
import { type Confirmation, checkConfirmation, DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { attemptView } from '../session-change/attempt-view.ts';
import { changeSession } from '../session-change/change-session.ts';
import { finalColumns, quoteColumns } from '../session-change/charge-columns.ts';
import { requireAttemptVersion, requirePayable } from '../session-change/preconditions.ts';
import type { SessionChange } from '../session-change/session-change.ts';

type ConfirmationInput = NonNullable<AttachProviderObjectInput['provider_confirmation']>;

export function toConfirmation(input: ConfirmationInput): Confirmation {
  return {
    amountMinor: input.amount_minor,
    cartVersion: input.cart_version,
    currency: input.currency,
    evidenceSha256: input.evidence_sha256,
    merchandiseSubtotalMinor: input.merchandise_subtotal_minor ?? null,
  };
}

/**
 * Confirms which cart the attached root object represents. Source: interface 4.13.
 * @throws DomainError not_found, attempt_version_conflict, cart_version_conflict,
 *   provider_amount_mismatch, evidence_conflict, session_expired, session_state_conflict
 */
export async function confirmProviderCart(
  deps: Deps,
  caller: Caller,
  input: ConfirmProviderCartInput,
): Promise<AcquisitionAttempt> {
  return changeSession(deps, caller, input.proxy_session_id, async (change) => {
    const attempt = await change.findAttempt(input.acquisition_attempt_id);
    requireAttemptVersion(attempt, input.expected_version);
    requirePayable(change);
    return attemptView(confirmCart(change, attempt, toConfirmation(input)));
  });
}

/**
 * Confirms an attempt for the current cart. Repeating a confirmation changes nothing.
 * @param observed whether the provider was just read: its current total replaces a confirmed one
 * @throws DomainError cart_version_conflict, provider_amount_mismatch, evidence_conflict,
 *   session_state_conflict
 */
export function confirmCart(
  change: SessionChange,
  attempt: AttemptRecord,
  given: Confirmation,
  { observed = false }: { observed?: boolean } = {},
): AttemptRecord {
  const { session } = change;
  const { cartVersion } = session;
  checkConfirmation(
    {
      amountMinor: session.amountMinor,
      currency: session.currency,
      cartVersion,
      pricingMode: attempt.pricingMode,
      merchandiseSubtotalMinor: attempt.merchandiseSubtotalMinor,
    },
    given,
  );
  if (attempt.status === 'confirmed' && attempt.confirmedCartVersion === given.cartVersion) {
    if (isConfirmedAs(attempt, given)) return attempt;
    if (!observed) throw new DomainError('evidence_conflict');
  }
  change.attemptCommand(
    'confirm_cart',
    {
      confirmedAmountMinor: given.amountMinor,
      confirmedCurrency: given.currency,
      confirmedCartVersion: given.cartVersion,
      confirmedEvidenceSha256: given.evidenceSha256,
      confirmedMerchandiseSubtotalMinor: given.merchandiseSubtotalMinor,
      confirmedAt: change.now,
    },
    { of: attempt },
  );
  const isBinding = attempt.pricingMode === 'provider_finalized';
  change.patchSession({
    ...quoteColumns(given, cartVersion, change.now),
    ...(isBinding ? finalColumns(given, cartVersion, change.now) : {}),
  });
  return change.latest(attempt);
}

/** Whether the attempt's latest confirmation is this one: same cart, evidence and amounts. */
export function isConfirmedAs(attempt: AttemptRecord, given: Confirmation): boolean {
  return (
    attempt.confirmedCartVersion === given.cartVersion &&
    attempt.confirmedEvidenceSha256 === given.evidenceSha256 &&
    attempt.confirmedAmountMinor === given.amountMinor &&
    attempt.confirmedCurrency === given.currency &&
    attempt.confirmedMerchandiseSubtotalMinor === given.merchandiseSubtotalMinor
  );
}
