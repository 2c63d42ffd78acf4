import type { Subscription } from '@parley/contract';
import { Amount, CopyId, StatusBadge, Timestamp } from '@parley/ui/components';
import {
  configurationStatusLabels,
  getSubscriptionStatusLabel,
} from '@parley/ui/subscription-status';
import Link from 'next/link';
import { RowPending } from '../list/row-pending.tsx';
import table from '../list/table.module.css';
import { subscriptionHref } from './address.ts';
import styles from './subscription-table.module.css';
import { SubscriptionsHead } from './subscriptions-head.tsx';

interface SubscriptionTableProps {
  readonly subscriptions: readonly Subscription[];
}

/** Subscriptions, one to a row; the whole row leads to its subscription. */
export function SubscriptionTable({ subscriptions }: SubscriptionTableProps) {
  return (
    <table className={styles.table}>
      <caption className="unseen">Subscriptions, newest first</caption>
      <SubscriptionsHead />
      <tbody>
        {subscriptions.map((subscription) => (
          <SubscriptionRow key={subscription.id} subscription={subscription} />
        ))}
      </tbody>
    </table>
  );
}

function SubscriptionRow({ subscription }: { readonly subscription: Subscription }) {
  const { latest_invoice_amount_minor: amount, latest_invoice_currency: currency } = subscription;
  const ends = subscription.ended_at ?? subscription.current_period_end;
  return (
    <tr className={styles.row}>
      <td className={styles.status}>
        <StatusBadge status={getSubscriptionStatusLabel(subscription.status)} />
      </td>
      <td className={styles.amount}>
        {amount === null || currency === null ? (
          '–'
        ) : (
          <Amount amountMinor={amount} currency={currency} />
        )}
      </td>
      <th className={styles.buyer} scope="row">
        <Link className={table.link} href={subscriptionHref(subscription.id)} prefetch={false}>
          {subscription.buyer_reference}
          <RowPending />
        </Link>
      </th>
      <td className={styles.configuration}>
        <StatusBadge status={configurationStatusLabels[subscription.configuration_status]} />
      </td>
      <td className={styles.id}>
        <span className={table.above}>
          <CopyId id={subscription.id} label="subscription id" />
        </span>
      </td>
      <td className={`${styles.when} ${styles.ends}`}>{ends ? <Timestamp at={ends} /> : '–'}</td>
      <td className={`${styles.when} ${styles.created}`}>
        <Timestamp at={subscription.created_at} />
      </td>
    </tr>
  );
}
