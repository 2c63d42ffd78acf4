import type { ConfigurationStatus } from '@parley/domain';
import type { StatusLabel } from './status.ts';

/** Subscription statuses of the provider. */
const subscriptionStatusLabels: Readonly<Record<string, StatusLabel>> = {
  active: { label: 'Active', tone: 'success', explanation: 'The subscription is paid.' },
  trialing: {
    label: 'Trial',
    tone: 'success',
    explanation: 'Nothing is due until the trial ends.',
  },
  past_due: {
    label: 'Past due',
    tone: 'critical',
    explanation: 'The last invoice was not paid. The provider will retry the payment.',
  },
  unpaid: {
    label: 'Unpaid',
    tone: 'critical',
    explanation: 'Invoices are not paid and the provider has stopped retrying.',
  },
  incomplete: {
    label: 'Incomplete',
    tone: 'pending',
    explanation: 'The first payment is not complete yet.',
  },
  incomplete_expired: {
    label: 'Incomplete, expired',
    tone: 'neutral',
    explanation: 'The first payment was not completed in time.',
  },
  paused: {
    label: 'Paused',
    tone: 'pending',
    explanation: 'The trial ended without a payment method. Add one to resume.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'The subscription has ended and is not charged again.',
  },
};

/** The label of a subscription status; an unknown status of the provider is its own label. */
export function getSubscriptionStatusLabel(status: string): StatusLabel {
  return (
    subscriptionStatusLabels[status] ?? {
      label: status,
      tone: 'neutral',
      explanation: 'This status is not documented.',
    }
  );
}

export const configurationStatusLabels: Record<ConfigurationStatus, StatusLabel> = {
  supported: {
    label: 'Supported',
    tone: 'success',
    explanation: 'Parley supports all items of the subscription.',
  },
  action_required: {
    label: 'Action required',
    tone: 'critical',
    explanation: 'Parley does not support this configuration. Change it at the provider.',
  },
  unknown: {
    label: 'Not read yet',
    tone: 'pending',
    explanation: 'The items have not been read from the provider yet.',
  },
};

/** Explanations of `configuration_reason`. */
const reasons: Readonly<Record<string, string>> = {
  no_items: 'The subscription has no items.',
  too_many_items: 'The subscription has more than 500 items. The first 500 are shown.',
  mixed_currencies: 'The items have more than one currency.',
  invalid_item: 'At least one item has an unsupported interval, quantity or price.',
};

export function describeConfigurationReason(reason: string): string {
  return reasons[reason] ?? `Reason: ${reason}.`;
}
