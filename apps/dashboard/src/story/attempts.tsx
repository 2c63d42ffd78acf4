import type { AcquisitionAttempt } from '@parley/contract';
import type { IntegrationPath } from '@parley/domain';
import { Amount, CopyId, StatusBadge } from '@parley/ui/components';
import { getAttemptStatusLabel } from '@parley/ui/status';
import { Section } from '../detail/section.tsx';
import styles from './attempts.module.css';
import { explainReason } from './reasons.ts';

const paths: Record<IntegrationPath, string> = {
  payment_intent: 'Payment intent',
  checkout_session: 'Checkout session',
  direct_subscription: 'Direct subscription',
};

/** The tries to collect the money. */
export function Attempts({ attempts }: { readonly attempts: readonly AcquisitionAttempt[] }) {
  return (
    <Section title="Attempts">
      {attempts.length === 0 && (
        <p className={styles.none}>None yet: nothing has been asked of the provider.</p>
      )}
      <ol className={styles.attempts}>
        {attempts.map((attempt) => (
          <Attempt attempt={attempt} key={attempt.id} />
        ))}
      </ol>
    </Section>
  );
}

function Attempt({ attempt }: { readonly attempt: AcquisitionAttempt }) {
  const { provider_confirmed_amount_minor: amount, provider_confirmed_currency: currency } =
    attempt;
  return (
    <li className={`card ${styles.attempt}`}>
      <div className={styles.head}>
        <strong>Attempt {attempt.attempt_number}</strong>
        <StatusBadge status={getAttemptStatusLabel(attempt.status)} />
      </div>
      <p className={styles.none}>
        {attempt.status_reason
          ? explainReason(attempt.status_reason)
          : getAttemptStatusLabel(attempt.status).explanation}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Path</dt>
          <dd>{paths[attempt.integration_path]}</dd>
        </div>
        <div>
          <dt>Provider object</dt>
          <dd>
            {attempt.provider_root_object_id ? (
              <CopyId id={attempt.provider_root_object_id} label="provider object id" />
            ) : (
              'Not attached'
            )}
          </dd>
        </div>
        <div>
          <dt>Confirmed amount</dt>
          <dd>
            {amount === null || currency === null ? (
              'Not confirmed'
            ) : (
              <Amount amountMinor={amount} currency={currency} />
            )}
          </dd>
        </div>
        <div>
          <dt>Attempt</dt>
          <dd>
            <CopyId id={attempt.id} label="attempt id" />
          </dd>
        </div>
      </dl>
    </li>
  );
}
