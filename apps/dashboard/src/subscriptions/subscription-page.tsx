'use client';

import { Amount, StatusBadge, Timestamp } from '@parley/ui/components';
import {
  configurationStatusLabels,
  describeConfigurationReason,
  getSubscriptionStatusLabel,
} from '@parley/ui/subscription-status';
import Link from 'next/link';
import { CopyId } from '#components/copy-id.tsx';
import details from '#details/detail-page.module.css';
import {
  Columns,
  Fact,
  FactList,
  Facts,
  Headline,
  Section,
  useTitle,
} from '#details/detail-page.tsx';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import { sessionHref } from '#sessions/search-params.ts';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import {
  formatInterval,
  formatPaymentStatus,
  formatSubscriptionTitle,
  formatSyncSource,
  type Subscription,
} from './format-subscription.ts';
import { subscriptionsHref } from './search-params.ts';
import styles from './subscriptions.module.css';

interface SubscriptionProps {
  readonly subscription: Subscription;
}

/** Everything about one subscription. */
export function SubscriptionPage({ id }: { readonly id: string }) {
  const [subscription] = trpc.subscriptions.get.useSuspenseQuery(
    { id },
    { refetchInterval: ({ state: { data } }) => (data?.ended_at ? false : LIST_REFRESH_MS) },
  );
  useTitle(formatSubscriptionTitle(subscription));
  return (
    <>
      <SubscriptionHeadline subscription={subscription} />
      <Columns
        main={
          <>
            <SubscriptionItems items={subscription.items} />
            <Diagnostic subscription={subscription} />
          </>
        }
        side={<SubscriptionFacts subscription={subscription} />}
      />
    </>
  );
}

/** The status of a subscription, and what needs attention. */
function SubscriptionHeadline({ subscription }: SubscriptionProps) {
  const mode = useMode();
  const { configuration_status: configuration, configuration_reason: reason } = subscription;
  const { cancel_at: cancelAt, current_period_end: periodEnd, ended_at: endedAt } = subscription;
  const status = getSubscriptionStatusLabel(subscription.status);
  const ends = endedAt
    ? null
    : (cancelAt ?? (subscription.cancel_at_period_end ? periodEnd : null));
  return (
    <Headline
      breadcrumb={[{ label: 'Subscriptions', href: subscriptionsHref(mode) }]}
      id={subscription.id}
      idLabel="subscription id"
      status={status}
      title={subscription.buyer_reference}
    >
      <p>
        {status.explanation}
        {ends && (
          <>
            {' '}
            It ends <Timestamp at={ends} />.
          </>
        )}
      </p>
      {configuration !== 'supported' && (
        <p className={styles.unsupported}>
          <StatusBadge status={configurationStatusLabels[configuration]} />
          <span>
            {reason && `${describeConfigurationReason(reason)} `}
            {configurationStatusLabels[configuration].explanation}
          </span>
        </p>
      )}
      {subscription.diagnostic.stale && (
        <p className={styles.stale}>
          This may be out of date: its period has ended, and the provider has sent no update since.
          Parley reads it from the provider again automatically.
        </p>
      )}
    </Headline>
  );
}

/** The recurring items of a subscription. */
function SubscriptionItems({ items }: Pick<Subscription, 'items'>) {
  const keyed = items.map((item, index) => ({ item, key: `${index} ${item.provider_price_id}` }));
  return (
    <Section title={`Items, ${items.length}`}>
      {items.length === 0 && <p className="muted">It has no items that Parley can read.</p>}
      {items.length > 0 && (
        <table className={details.lines}>
          <thead>
            <tr>
              <th scope="col">Price</th>
              <th scope="col">Charged</th>
              <th className={details.number} scope="col">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {keyed.map(({ item, key }) => (
              <tr key={key}>
                <td>
                  <CopyId id={item.provider_price_id} label="price id" />
                  {item.provider_product_id && (
                    <p className="small">
                      of <CopyId id={item.provider_product_id} label="product id" />
                    </p>
                  )}
                </td>
                <td>
                  {formatInterval(item)}
                  {item.usage_type === 'metered' && ', by usage'}
                </td>
                <td className={details.number}>{item.quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** How current the data of a subscription is. */
function Diagnostic({ subscription }: SubscriptionProps) {
  const { diagnostic, items_updated_at: itemsAt } = subscription;
  return (
    <Section title="Synchronization">
      <div className="card">
        <FactList>
          <Fact name="Up to date">
            {diagnostic.stale ? 'Uncertain: its period has ended without an update' : 'Yes'}
          </Fact>
          <Fact name="Last read">
            {diagnostic.last_synced_at && <Timestamp at={diagnostic.last_synced_at} />}
          </Fact>
          <Fact name="Read because of">{formatSyncSource(diagnostic.sync_source)}</Fact>
          <Fact name="Last event">
            {diagnostic.last_event_id && (
              <>
                <CopyId id={diagnostic.last_event_id} label="provider event id" />{' '}
                {diagnostic.last_event_at && <Timestamp at={diagnostic.last_event_at} />}
              </>
            )}
          </Fact>
          <Fact name="Items changed">{itemsAt && <Timestamp at={itemsAt} />}</Fact>
        </FactList>
      </div>
    </Section>
  );
}

const time = (at: string | null) => at && <Timestamp at={at} />;
const copyable = (id: string | null, label: string) => id && <CopyId id={id} label={label} />;

/** The details of a subscription. */
function SubscriptionFacts({ subscription }: SubscriptionProps) {
  const mode = useMode();
  const { latest_invoice_amount_minor: amount, latest_invoice_currency: currency } = subscription;
  return (
    <Facts>
      <Fact name="Started with">
        <Link href={sessionHref(mode, subscription.original_proxy_session_id)}>Its session</Link>
      </Fact>
      <Fact name="Last invoice">
        {amount !== null && currency !== null && (
          <>
            <Amount amountMinor={amount} currency={currency} />{' '}
            {formatPaymentStatus(subscription.latest_payment_status)}
          </>
        )}
      </Fact>
      <Fact name="Invoice">{copyable(subscription.latest_invoice_id, 'invoice id')}</Fact>
      <Fact name="Period began">{time(subscription.current_period_start)}</Fact>
      <Fact name="Period ends">{time(subscription.current_period_end)}</Fact>
      <Fact name="Trial ends">{time(subscription.trial_end)}</Fact>
      <Fact name="Cancels">{time(subscription.cancel_at)}</Fact>
      <Fact name="Ended">{time(subscription.ended_at)}</Fact>
      <Fact name="Collection paused">{subscription.pause_collection_behavior}</Fact>
      <Fact name="Subscription">{copyable(subscription.id, 'subscription id')}</Fact>
      <Fact name="At the provider">
        {copyable(subscription.provider_subscription_id, 'provider id')}
      </Fact>
      <Fact name="Customer">{copyable(subscription.provider_customer_id, 'customer id')}</Fact>
      <Fact name="Checkout session">
        {copyable(subscription.provider_checkout_session_id, 'checkout id')}
      </Fact>
      <Fact name="Created">{time(subscription.created_at)}</Fact>
    </Facts>
  );
}
