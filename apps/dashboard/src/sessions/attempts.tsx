import type { IntegrationPath } from '@parley/domain';
import { Amount, StatusBadge } from '@parley/ui/components';
import type { ReactNode } from 'react';
import { CopyId } from '#components/copy-id.tsx';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { explainReason } from './explain-reason.ts';
import styles from './session-page.module.css';
import type { Attempt, SessionTimeline } from './session-timeline.ts';

const paths: Record<IntegrationPath, string> = {
  payment_intent: 'Payment intent',
  checkout_session: 'Checkout session',
  direct_subscription: 'Direct subscription',
};

/** The attempts to collect the payment. */
export function Attempts({ attempts }: Pick<SessionTimeline, 'attempts'>) {
  return (
    <Section title="Attempts">
      {attempts.length === 0 && (
        <p className="muted">None yet. No payment has been created at the provider.</p>
      )}
      <ol className={details.attempts}>
        {attempts.map((attempt) => (
          <AttemptItem attempt={attempt} key={attempt.id} />
        ))}
      </ol>
    </Section>
  );
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { provider_confirmed_amount_minor: amount, provider_confirmed_currency: currency } =
    attempt;
  const status = useStatusLabels().attempt(attempt.status);
  return (
    <li className={`card ${details.attempt}`}>
      <div className={styles.attemptHead}>
        <strong>Attempt {attempt.attempt_number}</strong>
        <StatusBadge status={status} />
      </div>
      <p className="muted">
        {attempt.status_reason ? explainReason(attempt.status_reason) : status.explanation}
      </p>
      <dl className={styles.attemptFacts}>
        <AttemptFact name="Integration path">{paths[attempt.integration_path]}</AttemptFact>
        <AttemptFact name="Provider object">
          {attempt.provider_root_object_id ? (
            <CopyId id={attempt.provider_root_object_id} label="provider object id" />
          ) : (
            'Not attached'
          )}
        </AttemptFact>
        <AttemptFact name="Confirmed amount">
          {amount === null || currency === null ? (
            'Not confirmed'
          ) : (
            <Amount amountMinor={amount} currency={currency} />
          )}
        </AttemptFact>
        <AttemptFact name="Attempt">
          <CopyId id={attempt.id} label="attempt id" />
        </AttemptFact>
      </dl>
    </li>
  );
}

function AttemptFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
