import { isInquiry } from '@parley/domain';
import { Amount, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import { DisputeState } from '#details/dispute-state.tsx';
import { ProviderId } from '#details/provider-link.tsx';
import type { Subscription } from './format-subscription.ts';

/** The disputes of the renewals of a subscription. Renders nothing without any. */
export function Disputes({ disputes }: Pick<Subscription, 'disputes'>) {
  const t = useTranslations('subscriptions.disputes');
  if (disputes.length === 0) return null;
  return (
    <Section title={t('title')}>
      <table className={details.lines}>
        <thead>
          <tr>
            <th scope="col">{t('payment')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('due')}</th>
            <th className={details.number} scope="col">
              {t('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {disputes.map((dispute) => (
            <tr key={dispute.payment_id}>
              <td>
                <ProviderId id={dispute.payment_id} label={t('paymentId')} />
                <p className="small">
                  <Timestamp at={dispute.captured_at} />
                </p>
              </td>
              <td>
                <DisputeState reason={dispute.reason} status={dispute.status} />
                {isInquiry(dispute.status) && <p className="small">{t('inquiry')}</p>}
              </td>
              <td>
                {dispute.due_by && dispute.closed_at === null ? (
                  <Timestamp at={dispute.due_by} />
                ) : (
                  '–'
                )}
              </td>
              <td className={details.number}>
                <Amount amountMinor={dispute.amount_minor} currency={dispute.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
