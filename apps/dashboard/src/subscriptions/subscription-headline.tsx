import type { Subscription } from '@parley/contract';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import {
  configurationStatusLabels,
  describeConfigurationReason,
  getSubscriptionStatusLabel,
} from '@parley/ui/subscription-status';
import { Headline } from '../detail/headline.tsx';
import { subscriptionsHref } from './address.ts';
import styles from './subscription-headline.module.css';

/** Where a subscription stands, and what needs a person. */
export function SubscriptionHeadline({ subscription }: { readonly subscription: Subscription }) {
  const { configuration_status: configuration, configuration_reason: reason } = subscription;
  const { cancel_at: cancelAt, current_period_end: periodEnd, ended_at: endedAt } = subscription;
  const word = getSubscriptionStatusLabel(subscription.status);
  const ends = endedAt
    ? null
    : (cancelAt ?? (subscription.cancel_at_period_end ? periodEnd : null));
  return (
    <Headline
      id={subscription.id}
      idLabel="subscription id"
      status={word}
      title={subscription.buyer_reference}
      way={[{ word: 'Subscriptions', href: subscriptionsHref() }]}
    >
      <p>
        {word.explanation}
        {ends && (
          <>
            {' '}
            It is to end <Timestamp at={ends} />.
          </>
        )}
      </p>
      {configuration !== 'supported' && (
        <p className={styles.configuration}>
          <StatusBadge status={configurationStatusLabels[configuration]} />
          <span>
            {reason && `${describeConfigurationReason(reason)} `}
            {configurationStatusLabels[configuration].explanation}
          </span>
        </p>
      )}
      {subscription.diagnostic.stale && (
        <p className={styles.stale}>
          Its period is over and nothing was heard of it since, so this may be out of date. Parley
          asks the provider again by itself.
        </p>
      )}
    </Headline>
  );
}
