import type { ConfigurationStatus } from '@parley/domain';
import type { StatusWord } from './status.ts';

/** The provider's own statuses of a subscription. */
const words: Readonly<Record<string, StatusWord>> = {
  active: { word: 'Active', tone: 'settled', explanation: 'It is paid for.' },
  trialing: {
    word: 'In trial',
    tone: 'settled',
    explanation: 'Nothing is due until its trial ends.',
  },
  past_due: {
    word: 'Past due',
    tone: 'attention',
    explanation: 'Its last invoice was not paid. The provider tries again.',
  },
  unpaid: {
    word: 'Unpaid',
    tone: 'attention',
    explanation: 'Its invoices are not paid, and the provider has stopped trying.',
  },
  incomplete: {
    word: 'Incomplete',
    tone: 'waiting',
    explanation: 'Its first payment has not gone through yet.',
  },
  incomplete_expired: {
    word: 'Never begun',
    tone: 'quiet',
    explanation: 'Its first payment did not go through in time.',
  },
  paused: {
    word: 'Paused',
    tone: 'waiting',
    explanation: 'Its trial ended without a way to pay. It goes on once there is one.',
  },
  canceled: { word: 'Ended', tone: 'quiet', explanation: 'It is over and is not charged again.' },
};

/** The provider's word is passed on as it is: one that is new here shows as it came. */
export function subscriptionWord(status: string): StatusWord {
  return words[status] ?? { word: status, tone: 'quiet', explanation: 'No explanation is known.' };
}

export const configurationWords: Record<ConfigurationStatus, StatusWord> = {
  supported: {
    word: 'Supported',
    tone: 'settled',
    explanation: 'Everything in it is of a form that Parley understands.',
  },
  action_required: {
    word: 'Needs a person',
    tone: 'attention',
    explanation: 'It holds something that Parley cannot stand for. Change it at the provider.',
  },
  unknown: {
    word: 'Not read yet',
    tone: 'waiting',
    explanation: 'Its items have not been read from the provider yet.',
  },
};

/** Why a person has to act, as `configuration_reason` names it. */
const reasons: Readonly<Record<string, string>> = {
  no_items: 'It has no items.',
  too_many_items: 'It has more than 500 items; the first 500 are shown.',
  mixed_currencies: 'Its items are in more than one currency.',
  invalid_item:
    'At least one item has an interval, a quantity or a price of a form that is not known.',
};

export function configurationReason(reason: string): string {
  return reasons[reason] ?? `Reason given: ${reason}.`;
}
