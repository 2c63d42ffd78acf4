import type { ConfigurationStatus } from '@parley/domain';
import type { StatusLabel } from './status.ts';

/** The provider's own statuses of a subscription. */
const words: Readonly<Record<string, StatusLabel>> = {
  active: { label: 'Active', tone: 'success', explanation: 'It is paid for.' },
  trialing: {
    label: 'In trial',
    tone: 'success',
    explanation: 'Nothing is due until its trial ends.',
  },
  past_due: {
    label: 'Past due',
    tone: 'critical',
    explanation: 'Its last invoice was not paid. The provider tries again.',
  },
  unpaid: {
    label: 'Unpaid',
    tone: 'critical',
    explanation: 'Its invoices are not paid, and the provider has stopped trying.',
  },
  incomplete: {
    label: 'Incomplete',
    tone: 'pending',
    explanation: 'Its first payment has not gone through yet.',
  },
  incomplete_expired: {
    label: 'Never begun',
    tone: 'neutral',
    explanation: 'Its first payment did not go through in time.',
  },
  paused: {
    label: 'Paused',
    tone: 'pending',
    explanation: 'Its trial ended without a way to pay. It goes on once there is one.',
  },
  canceled: {
    label: 'Ended',
    tone: 'neutral',
    explanation: 'It is over and is not charged again.',
  },
};

/** The provider's word is passed on as it is: one that is new here shows as it came. */
export function getSubscriptionStatusLabel(status: string): StatusLabel {
  return (
    words[status] ?? { label: status, tone: 'neutral', explanation: 'No explanation is known.' }
  );
}

export const configurationStatusLabels: Record<ConfigurationStatus, StatusLabel> = {
  supported: {
    label: 'Supported',
    tone: 'success',
    explanation: 'Everything in it is of a form that Parley understands.',
  },
  action_required: {
    label: 'Needs a person',
    tone: 'critical',
    explanation: 'It holds something that Parley cannot stand for. Change it at the provider.',
  },
  unknown: {
    label: 'Not read yet',
    tone: 'pending',
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

export function describeConfigurationReason(reason: string): string {
  return reasons[reason] ?? `Reason given: ${reason}.`;
}
