import { isInquiry } from '@parley/domain';
import { Amount, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import { DisputeState } from '#details/dispute-state.tsx';
import { ProviderId } from '#details/provider-link.tsx';
import styles from './session-page.module.css';
import type { Payment, SessionTimeline } from './session-timeline.ts';

/** The payments that the provider took for the session. */
export function Payments({ payments }: Pick<SessionTimeline, 'payments'>) {
  const t = useTranslations('sessionPage.payments');
  if (payments.length === 0) return null;
  return (
    <Section title={t('title')}>
      <ol className={details.attempts}>
        {payments.map((payment) => (
          <PaymentItem key={payment.provider_object_id} payment={payment} />
        ))}
      </ol>
    </Section>
  );
}

function PaymentItem({ payment }: { readonly payment: Payment }) {
  const t = useTranslations('sessionPage.payments');
  const { currency, refunded_minor: refunded, disputed_minor: disputed } = payment;
  return (
    <li className={`card ${details.attempt}`}>
      <dl className={styles.attemptFacts}>
        <div>
          <dt>{t('charged')}</dt>
          <dd>
            <Amount amountMinor={payment.amount_minor} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('refunded')}</dt>
          <dd>
            {refunded === 0 ? t('nothing') : <Amount amountMinor={refunded} currency={currency} />}
          </dd>
        </div>
        {disputed > 0 && (
          <div>
            <dt>{t('disputed')}</dt>
            <dd>
              <Amount amountMinor={disputed} currency={currency} />
            </dd>
          </div>
        )}
        {payment.dispute && (
          <>
            <div>
              <dt>{t(isInquiry(payment.dispute.status) ? 'inquiry' : 'dispute')}</dt>
              <dd>
                <DisputeState reason={payment.dispute.reason} status={payment.dispute.status} />
              </dd>
            </div>
            {payment.dispute.due_by && payment.dispute.closed_at === null && (
              <div>
                <dt>{t('disputeDue')}</dt>
                <dd>
                  <Timestamp at={payment.dispute.due_by} />
                </dd>
              </div>
            )}
          </>
        )}
        <div>
          <dt>{t('chargedAt')}</dt>
          <dd>
            <Timestamp at={payment.captured_at} />
          </dd>
        </div>
        <div>
          <dt>{t('object')}</dt>
          <dd>
            <ProviderId id={payment.provider_object_id} label={t('id')} />
          </dd>
        </div>
      </dl>
    </li>
  );
}
