import type { SessionStory } from '@parley/operations';
import { money } from '@parley/ui/money';
import { sessionWords } from '@parley/ui/status';
import { Headline } from '../detail/headline.tsx';
import { adviceFor } from './advice.ts';
import styles from './headline.module.css';
import { ReportProvisioned } from './report-provisioned.tsx';

interface SessionHeadlineProps {
  readonly story: SessionStory;
  readonly mayReport: boolean;
}

/** What a session came to, and what to do about it. */
export function SessionHeadline({ story, mayReport }: SessionHeadlineProps) {
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
      status={sessionWords[status]}
      title={amount}
      way={[{ word: 'Sessions', href: '/sessions' }]}
    >
      <p>{sessionWords[status].explanation}</p>
      {amount !== asked && (
        <p className={styles.differs}>
          Asked for {asked}, {status === 'payment_conflicted' ? 'taken' : 'binding now'} {amount}.
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
      {payerUrl && (
        <a className="button" href={payerUrl} rel="noreferrer" target="_blank">
          Open payer page
        </a>
      )}
    </Headline>
  );
}
