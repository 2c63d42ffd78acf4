import { isInquiry } from '@parley/domain';
import { Amount } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import details from '#details/detail-page.module.css';
import { Fact, Section, TimeFact } from '#details/detail-page.tsx';
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
  const { currency, refunded_minor: refunded, disputed_minor: disputed, dispute } = payment;
  return (
    <li className={`card ${details.attempt}`}>
      <dl className={styles.attemptFacts}>
        <Fact name={t('charged')}>
          <Amount amountMinor={payment.amount_minor} currency={currency} />
        </Fact>
        <Fact name={t('refunded')}>
          {refunded === 0 ? t('nothing') : <Amount amountMinor={refunded} currency={currency} />}
        </Fact>
        <Fact name={t('disputed')}>
          {disputed > 0 && <Amount amountMinor={disputed} currency={currency} />}
        </Fact>
        {dispute && (
          <Fact name={t(isInquiry(dispute.status) ? 'inquiry' : 'dispute')}>
            <DisputeState reason={dispute.reason} status={dispute.status} />
          </Fact>
        )}
        <TimeFact at={dispute?.closed_at === null ? dispute.due_by : null} name={t('disputeDue')} />
        <TimeFact at={payment.captured_at} name={t('chargedAt')} />
        <Fact name={t('object')}>
          <ProviderId id={payment.provider_object_id} label={t('id')} />
        </Fact>
      </dl>
    </li>
  );
}
