import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { type CardBehavior, cardByName } from '../cards/test-cards.ts';
import type { Hidden } from '../store/kinds.ts';
import type { Row } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import type { PaymentMethodData } from './params.ts';

/** From the confirmation of a direct debit until it settles. */
export const DEBIT_DELAY_MS = 3 * 86_400_000;

/**
 * The payment methods of an intent that accepts automatic ones, as if all were enabled in the account:
 * cards, and in pounds a redirect to a bank, which cannot be used again, and a direct debit.
 */
export function automaticMethodTypes(intent: {
  readonly currency: string;
  readonly redirects: boolean;
  readonly reusable: boolean;
}): string[] {
  if (intent.currency !== 'gbp' || intent.reusable) return ['card'];
  return ['card', ...(intent.redirects ? ['pay_by_bank'] : []), 'bacs_debit'];
}

/** What charging a payment method does; null if it cannot be charged. */
export function getBehavior({ data, hidden }: Row<'payment_method'>): CardBehavior | null {
  switch (data.type) {
    case 'pay_by_bank':
      return { type: 'authenticate', when: 'always' };
    case 'bacs_debit':
      return { type: 'settle_later', outcome: hidden.settles ?? 'succeeded' };
    default:
      return cardByName(hidden.test_card ?? '')?.behavior ?? null;
  }
}

const SORT_CODE = '108800';
const FAILING_ACCOUNT = '33333335';
/** Accounts by the outcome of their debits, from the provider's documentation of tests. */
const ACCOUNTS = new Map<string, 'succeeded' | 'failed'>([
  ['00012345', 'succeeded'],
  [FAILING_ACCOUNT, 'failed'],
]);

/** The fields of a payment method that debits an account; throws unless it is a test account. */
export function bacsDebit(account: NonNullable<PaymentMethodData['bacs_debit']>): {
  readonly fields: Stripe.PaymentMethod.BacsDebit;
  readonly hidden: Hidden;
} {
  const number = account.account_number;
  const sortCode = account.sort_code.replaceAll('-', '');
  const settles = sortCode === SORT_CODE ? ACCOUNTS.get(number) : undefined;
  if (!settles) {
    throw invalid(
      `In the sandbox, use the sort code ${SORT_CODE} with the account number ${[...ACCOUNTS.keys()].join(' or ')}.`,
      { code: 'bank_account_unusable', param: 'bacs_debit[account_number]' },
    );
  }
  const fingerprint = createHash('sha256').update(`sandbox:${number}`).digest('hex').slice(0, 16);
  const fields = { fingerprint, last4: number.slice(-4), sort_code: '10-88-00' };
  return { fields, hidden: { settles } };
}
