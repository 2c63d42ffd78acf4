import { isOpen } from '@parley/domain';
import type { SessionStory } from '@parley/operations';
import { money } from '@parley/ui/money';
import { sessionStatusLabels } from '@parley/ui/status';
import { Actions, Headline } from '../detail/headline.tsx';
import { adviceFor, hasMoneyToReturn } from './advice.ts';
import { CancelSession } from './cancel-session.tsx';
import styles from './headline.module.css';
import { ReportProvisioned } from './report-provisioned.tsx';

interface SessionHeadlineProps {
  readonly story: SessionStory;
  readonly mayReport: boolean;
  readonly mayCancel: boolean;
}

/** What a session came to, and what to do about it. */
export function SessionHeadline({ story, mayReport, mayCancel }: SessionHeadlineProps) {
  const { session, payer_url: payerUrl } = story;
  const { id, final, requested, status } = session;
  const amount = money({ amountMinor: final.amount_minor, currency: final.currency });
  const asked = money({ amountMinor: requested.amount_minor, currency: requested.currency });
  const advice = adviceFor(session);
  const toReport = status === 'paid' || status === 'provisionable';
  return (
    <Headline
      id={id}
      idLabel="session id"
      status={sessionStatusLabels[status]}
      title={amount}
      way={[{ word: 'Sessions', href: '/sessions' }]}
    >
      <p>{sessionStatusLabels[status].explanation}</p>
      {amount !== asked && status !== 'payment_conflicted' && (
        <p className={styles.differs}>
          Asked for {asked}, binding now {amount}.
        </p>
      )}
      {hasMoneyToReturn(story) && (
        <p className={styles.owed}>
          More money arrived after that. Give it back at the provider; the story says which.
        </p>
      )}
      {toReport && mayReport ? (
        <ReportProvisioned id={id} />
      ) : (
        advice && (
          <p className={styles.advice}>
            {advice} {toReport && 'Your role may look but not report it.'}
          </p>
        )
      )}
      {isOpen(status) && (payerUrl || mayCancel) && (
        <Actions>
          {payerUrl && (
            <a className="button" href={payerUrl} rel="noreferrer" target="_blank">
              Open payer page
            </a>
          )}
          {mayCancel && <CancelSession id={id} />}
        </Actions>
      )}
    </Headline>
  );
}
