import type { PayerPage } from '@parley/operations';
import { getStage, isPending, isUnpaid, type SessionStage } from '../view/stage.ts';

/** Milliseconds before each request, about four minutes in total. */
export const pollDelays = [
  1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 30_000, 30_000, 45_000, 60_000,
] as const;

/** Polls that must agree after a lost connection before the payment counts as not charged. */
export const CONFIRMATIONS_AFTER_UNKNOWN = 2;
/** The provider's script has reported success, so no poll outweighs it. */
export const NEVER = Number.POSITIVE_INFINITY;

export type PollResult =
  | { readonly kind: 'settled'; readonly page: PayerPage; readonly stage: SessionStage }
  /** The provider reports that it took nothing, and the payer can pay again. */
  | { readonly kind: 'not_charged'; readonly page: PayerPage }
  | { readonly kind: 'timed_out' };

interface PollOptions {
  /** Consecutive responses without a charge after which the payment counts as not charged. */
  readonly requiredConfirmations: number;
  /** Asks the provider, through the server; null if the request fails. */
  readonly fetchPage: () => Promise<PayerPage | null>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Polls with growing delays until the outcome of a payment is known. */
export async function pollPayment({
  fetchPage,
  wait,
  requiredConfirmations,
}: PollOptions): Promise<PollResult> {
  let uncharged = 0;
  for (const delay of pollDelays) {
    await wait(delay);
    const page = await fetchPage();
    if (page === null) continue;
    const stage = getStage(page);
    if (isPending(stage)) {
      uncharged = 0;
    } else if (!isUnpaid(stage)) {
      return { kind: 'settled', page, stage };
    } else {
      uncharged += 1;
      if (uncharged >= requiredConfirmations) return { kind: 'not_charged', page };
    }
  }
  return { kind: 'timed_out' };
}
