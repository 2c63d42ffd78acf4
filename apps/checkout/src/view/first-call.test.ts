import type { PayerPage } from '@parley/operations';
import { expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { getFirstCall } from './first-call.ts';

const succeeded = { presentation_state: 'succeeded', status: 'provisionable' } as const;

it.each<[string, Partial<PayerPage>, opened: string | null, returned: string | null]>([
  ['can be paid', {}, 'openPage', 'syncPayment'],
  ['has nothing to pay', { amount_minor: 0 }, 'openPage', 'syncPayment'],
  ['waits for a bank', { presentation_state: 'action_required' }, 'openPage', 'syncPayment'],
  ['requires a challenge', { challenge_required: true }, 'openPage', 'syncPayment'],
  ['accepts no more payments', { declined_too_often: true }, 'openPage', 'syncPayment'],
  ['may miss the card of a trial', { ...succeeded, may_miss_card: true }, 'openPage', 'openPage'],
  ['polls the payment', { presentation_state: 'processing' }, null, 'syncPayment'],
  ['has expired', { deadline_passed: true }, null, 'syncPayment'],
  ['is completed', succeeded, null, null],
  ['has a payment under review', { presentation_state: 'under_review' }, null, null],
  ['is refunded', { presentation_state: 'canceled', payment_received: true }, null, null],
])('a page that %s calls the procedure that it needs first', (_, change, opened, returned) => {
  const page = payerPage(change);
  expect([getFirstCall(page, false), getFirstCall(page, true)]).toEqual([opened, returned]);
});
