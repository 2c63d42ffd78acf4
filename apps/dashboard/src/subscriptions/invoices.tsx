import { Amount, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import { ProviderId } from '#details/provider-link.tsx';
import { trpc } from '#trpc/client.ts';
import { formatPaymentStatus } from './format-subscription.ts';
import styles from './subscriptions.module.css';

/** The invoices of a subscription, newest first, each with its last known status. */
export function Invoices({ id }: { readonly id: string }) {
  const t = useTranslations('subscriptions.invoices');
  const subscriptions = useTranslations('subscriptions');
  const [{ data: invoices, has_more: hasMore }] = trpc.subscriptions.listInvoices.useSuspenseQuery(
    { id },
    { refetchInterval: LIST_REFRESH_MS },
  );
  return (
    <Section title={t('title', { count: invoices.length })}>
      {invoices.length === 0 && <p className="muted">{t('none')}</p>}
      {invoices.length > 0 && (
        <table className={details.lines}>
          <thead>
            <tr>
              <th scope="col">{t('invoice')}</th>
              <th scope="col">{t('status')}</th>
              <th scope="col">{t('firstSeen')}</th>
              <th className={details.number} scope="col">
                {t('amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <tr key={invoice.id}>
                <td>
                  <ProviderId id={invoice.id} label={subscriptions('fact.invoiceId')} />
                </td>
                <td className={styles.invoiceStatus}>
                  {formatPaymentStatus(subscriptions, invoice.payment_status)}
                </td>
                <td>
                  <Timestamp at={invoice.first_seen_at} />
                </td>
                <td className={details.number}>
                  <Amount amountMinor={invoice.amount_minor} currency={invoice.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasMore && <p className="muted">{t('truncated')}</p>}
    </Section>
  );
}
