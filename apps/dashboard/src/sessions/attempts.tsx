import { Amount, StatusBadge } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import details from '#details/detail-page.module.css';
import { Fact, IdFact, Section } from '#details/detail-page.tsx';
import { ProviderId } from '#details/provider-link.tsx';
import { useExplainReason } from '#format/explain-reason.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import styles from './session-page.module.css';
import type { Attempt, SessionTimeline } from './session-timeline.ts';

/** The attempts to collect the payment. */
export function Attempts({ attempts }: Pick<SessionTimeline, 'attempts'>) {
  const t = useTranslations('sessionPage.attempts');
  return (
    <Section title={t('title')}>
      {attempts.length === 0 && <p className="muted">{t('none')}</p>}
      <ol className={details.attempts}>
        {attempts.map((attempt) => (
          <AttemptItem
            attempt={attempt}
            key={attempt.id}
            replaced={attempts.find(({ id }) => id === attempt.supersedes_attempt_id) ?? null}
            replacement={attempts.find((one) => one.supersedes_attempt_id === attempt.id) ?? null}
          />
        ))}
      </ol>
    </Section>
  );
}

interface AttemptItemProps {
  readonly attempt: Attempt;
  /** The attempt that it replaces. */
  readonly replaced: Attempt | null;
  /** The attempt that replaces it. */
  readonly replacement: Attempt | null;
}

function AttemptItem({ attempt, replaced, replacement }: AttemptItemProps) {
  const t = useTranslations('sessionPage.attempts');
  const ids = useTranslations('sessionPage.id');
  const explainReason = useExplainReason();
  const { provider_confirmed_amount_minor: amount, provider_confirmed_currency: currency } =
    attempt;
  const status = useStatusLabels().attempt(attempt.status);
  return (
    <li className={`card ${details.attempt}`}>
      <div className={styles.attemptHead}>
        <strong>{t('number', { number: attempt.attempt_number })}</strong>
        <StatusBadge status={status} />
      </div>
      <p className="muted">
        {attempt.status_reason ? explainReason(attempt.status_reason) : status.explanation}
      </p>
      <dl className={styles.attemptFacts}>
        <Fact name={t('path')}>{t(attempt.integration_path)}</Fact>
        <Fact name={t('object')}>
          {attempt.provider_root_object_id ? (
            <ProviderId id={attempt.provider_root_object_id} label={t('objectId')} />
          ) : (
            t('notAttached')
          )}
        </Fact>
        <Fact name={t('amount')}>
          {amount === null || currency === null ? (
            t('notConfirmed')
          ) : (
            <>
              <Amount amountMinor={amount} currency={currency} />{' '}
              {attempt.provider_confirmed_cart_version !== null && (
                <span className="small">
                  {t('forCart', { version: attempt.provider_confirmed_cart_version })}
                </span>
              )}
            </>
          )}
        </Fact>
        <Fact name={t('lastDecline')}>
          {attempt.last_decline_code && explainReason(attempt.last_decline_code)}
        </Fact>
        <Fact name={t('replaces')}>
          {replaced && t('number', { number: replaced.attempt_number })}
        </Fact>
        <Fact name={t('replacedBy')}>
          {replacement && t('number', { number: replacement.attempt_number })}
        </Fact>
        <IdFact id={attempt.id} label={ids('attempt')} name={t('attempt')} />
      </dl>
    </li>
  );
}
