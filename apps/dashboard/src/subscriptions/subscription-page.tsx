'use client';

import { Amount, StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { sessionHref } from '#addresses/sessions.ts';
import { subscriptionsHref } from '#addresses/subscriptions.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import details from '#details/detail-page.module.css';
import {
  Columns,
  Fact,
  FactList,
  Facts,
  Headline,
  IdFact,
  Section,
  TimeFact,
  useTitle,
} from '#details/detail-page.tsx';
import { ProviderId, ProviderLink } from '#details/provider-link.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { trpc } from '#trpc/client.ts';
import { Disputes } from './disputes.tsx';
import {
  formatInterval,
  formatPaymentStatus,
  formatSubscriptionTitle,
  formatSyncSource,
  type Subscription,
} from './format-subscription.ts';
import { Invoices } from './invoices.tsx';
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
  useTitle(formatSubscriptionTitle(useStatusLabels(), subscription));
  return (
    <>
      <SubscriptionHeadline subscription={subscription} />
      <Columns
        main={
          <>
            <Disputes disputes={subscription.disputes} />
            <SubscriptionItems items={subscription.items} />
            <Invoices id={id} />
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
  const t = useTranslations('subscriptions');
  const labels = useStatusLabels();
  const { configuration_status: configuration, configuration_reason: reason } = subscription;
  const { cancel_at: cancelAt, current_period_end: periodEnd, ended_at: endedAt } = subscription;
  const status = labels.subscription(subscription.status);
  const isDisputed = subscription.disputes.some((dispute) => !dispute.closed_at);
  const ends = endedAt
    ? null
    : (cancelAt ?? (subscription.cancel_at_period_end ? periodEnd : null));
  return (
    <Headline
      breadcrumb={[{ label: t('title'), href: subscriptionsHref() }]}
      id={subscription.id}
      idLabel={t('id')}
      status={status}
      title={subscription.buyer_reference}
    >
      <p>
        {status.explanation}
        {ends && <> {t.rich('headline.ends', { at: () => <Timestamp at={ends} /> })}</>}
      </p>
      {isDisputed && <p className={styles.stale}>{t('headline.disputed')}</p>}
      {configuration !== 'supported' && (
        <p className={styles.unsupported}>
          <StatusBadge status={labels.configuration(configuration)} />
          <span>
            {reason
              ? labels.configurationReason(reason)
              : labels.configuration(configuration).explanation}{' '}
            {configuration === 'action_required' && (
              <ProviderLink id={subscription.provider_subscription_id}>
                {t('headline.openAtProvider')}
              </ProviderLink>
            )}
          </span>
        </p>
      )}
      {subscription.diagnostic.stale && <p className={styles.stale}>{t('headline.stale')}</p>}
    </Headline>
  );
}

/** The recurring items of a subscription. */
function SubscriptionItems({ items }: Pick<Subscription, 'items'>) {
  const t = useTranslations('subscriptions.items');
  const subscriptions = useTranslations('subscriptions');
  const keyed = items.map((item, index) => ({ item, key: `${index} ${item.provider_price_id}` }));
  return (
    <Section title={t('title', { count: items.length })}>
      {items.length === 0 && <p className="muted">{t('none')}</p>}
      {items.length > 0 && (
        <table className={details.lines}>
          <thead>
            <tr>
              <th scope="col">{t('price')}</th>
              <th scope="col">{t('charged')}</th>
              <th className={details.number} scope="col">
                {t('quantity')}
              </th>
            </tr>
          </thead>
          <tbody>
            {keyed.map(({ item, key }) => (
              <tr key={key}>
                <td>
                  <CopyId id={item.provider_price_id} label={t('priceId')} />
                  {item.provider_product_id && (
                    <p className="small">
                      {t.rich('product', {
                        id: () => (
                          <CopyId id={item.provider_product_id ?? ''} label={t('productId')} />
                        ),
                      })}
                    </p>
                  )}
                </td>
                <td>
                  {item.usage_type === 'metered'
                    ? t('metered', { interval: formatInterval(subscriptions, item) })
                    : formatInterval(subscriptions, item)}
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
  const t = useTranslations('subscriptions.synchronization');
  const subscriptions = useTranslations('subscriptions');
  const { diagnostic, items_updated_at: itemsAt } = subscription;
  return (
    <Section title={t('title')}>
      <div className="card">
        <FactList>
          <Fact name={t('upToDate')}>{t(diagnostic.stale ? 'uncertain' : 'yes')}</Fact>
          <TimeFact at={diagnostic.last_synced_at} name={t('lastRead')} />
          <Fact name={t('cause')}>{formatSyncSource(subscriptions, diagnostic.sync_source)}</Fact>
          <Fact name={t('lastEvent')}>
            {diagnostic.last_event_id && (
              <>
                <CopyId id={diagnostic.last_event_id} label={t('eventId')} />{' '}
                {diagnostic.last_event_at && <Timestamp at={diagnostic.last_event_at} />}
              </>
            )}
          </Fact>
          <TimeFact at={itemsAt} name={t('itemsChanged')} />
        </FactList>
      </div>
    </Section>
  );
}

const atProvider = (id: string | null, label: string) => id && <ProviderId id={id} label={label} />;

/** The details of a subscription. */
function SubscriptionFacts({ subscription }: SubscriptionProps) {
  const t = useTranslations('subscriptions.fact');
  const subscriptions = useTranslations('subscriptions');
  const { latest_invoice_amount_minor: amount, latest_invoice_currency: currency } = subscription;
  const charge = amount !== null && currency !== null && (
    <Amount amountMinor={amount} currency={currency} />
  );
  const status = formatPaymentStatus(subscriptions, subscription.latest_payment_status);
  return (
    <Facts>
      <Fact name={t('startedWith')}>
        <Link href={sessionHref(subscription.original_proxy_session_id)}>{t('session')}</Link>
      </Fact>
      <Fact name={t('lastInvoice')}>
        {charge && status
          ? subscriptions.rich('invoiceFact', { amount: () => charge, status })
          : charge}
      </Fact>
      <TimeFact at={subscription.current_period_start} name={t('periodBegan')} />
      <TimeFact at={subscription.current_period_end} name={t('periodEnds')} />
      <TimeFact at={subscription.trial_end} name={t('trialEnds')} />
      <TimeFact at={subscription.cancel_at} name={t('cancels')} />
      <TimeFact at={subscription.ended_at} name={t('ended')} />
      <Fact name={t('paused')}>{subscription.pause_collection_behavior}</Fact>
      <IdFact id={subscription.id} label={subscriptions('id')} name={t('subscription')} />
      <Fact name={t('provider')}>
        {atProvider(subscription.provider_subscription_id, t('providerId'))}
      </Fact>
      <Fact name={t('customer')}>
        {atProvider(subscription.provider_customer_id, t('customerId'))}
      </Fact>
      <IdFact
        id={subscription.provider_checkout_session_id}
        label={t('checkoutId')}
        name={t('checkout')}
      />
      <TimeFact at={subscription.created_at} name={t('created')} />
    </Facts>
  );
}
