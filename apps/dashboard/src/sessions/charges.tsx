import { Amount, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { Section } from '#details/detail-page.tsx';
import styles from './charges.module.css';
import type { SessionTimeline } from './session-timeline.ts';

interface MoneyFields {
  readonly amount_minor: number;
  readonly currency: string;
}

/** What the merchant requested, what the provider confirmed and what binds the payer, next to each other. */
export function Charges({ session }: Pick<SessionTimeline, 'session'>) {
  const t = useTranslations('sessionPage.charge');
  const { requested, latest_quote: quoted, final } = session;
  return (
    <Section title={t('title')}>
      <dl className={`card ${styles.charges}`}>
        <ChargeFact at={null} charge={requested} name={t('requested')} requested={requested} />
        <ChargeFact
          at={quoted.observed_at}
          charge={quoted}
          name={t('observed')}
          requested={requested}
        />
        <ChargeFact
          at={final.finalized_at}
          charge={final}
          name={t(session.completed_acquisition_attempt_id ? 'charged' : 'binding')}
          requested={requested}
        />
      </dl>
    </Section>
  );
}

interface ChargeFactProps {
  readonly name: string;
  readonly charge: MoneyFields;
  readonly requested: MoneyFields;
  readonly at: string | null;
}

function ChargeFact({ name, charge, requested, at }: ChargeFactProps) {
  const t = useTranslations('sessionPage.charge');
  const isSame =
    charge.amount_minor === requested.amount_minor && charge.currency === requested.currency;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Amount amountMinor={charge.amount_minor} currency={charge.currency} />
        {!isSame && <span className={styles.differs}>{t('differs')}</span>}
        {at && (
          <span className="small">
            <Timestamp at={at} />
          </span>
        )}
      </dd>
    </div>
  );
}
