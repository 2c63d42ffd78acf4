import type { PayerPage, PaymentForm } from '@parley/operations';
import type { Words } from '../words.ts';
import type { Order } from './order.ts';

/** What the button under a form of this kind says, before and after it is pressed. */
export function buttonWords(
  kind: PaymentForm['kind'],
  { total }: Order,
  page: Pick<PayerPage, 'terms' | 'may_miss_card'>,
  words: Words,
): { ready: string; busy: string } {
  const free = page.terms?.due_now_minor === 0;
  if (kind === 'setup') {
    return { ready: page.may_miss_card ? words.saveCard : words.startTrial, busy: words.saving };
  }
  if (kind === 'hosted') {
    const ready = free ? words.continueToTrial : words.continueToPay(total);
    return { ready, busy: words.continuing };
  }
  return free
    ? { ready: words.startTrial, busy: words.saving }
    : { ready: words.pay(total), busy: words.paying(total) };
}
