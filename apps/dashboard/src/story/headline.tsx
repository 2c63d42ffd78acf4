import type { SessionStory } from '@parley/operations';
import { CopyId, StatusMark } from '@parley/ui/components';
import { money } from '@parley/ui/money';
import { sessionWords } from '@parley/ui/status';
import Link from 'next/link';
import { adviceFor } from './advice.ts';
import styles from './headline.module.css';
import { ReportProvisioned } from './report-provisioned.tsx';

interface HeadlineProps {
  readonly story: SessionStory;
  readonly mayReport: boolean;
}

/** The one fact and the one action. */
export function Headline({ story, mayReport }: HeadlineProps) {
  const { session, payer_url: payerUrl } = story;
  const { id, final, requested, status } = session;
  const amount = money({ amountMinor: final.amount_minor, currency: final.currency });
  const asked = money({ amountMinor: requested.amount_minor, currency: requested.currency });
  const advice = adviceFor(session);
  const toReport = status === 'paid' || status === 'provisionable';
  return (
    <header className={styles.headline}>
      <nav aria-label="Breadcrumb" className={styles.way}>
        <Link href="/sessions">Sessions</Link>
        <span aria-hidden="true">/</span>
        <CopyId id={id} label="session id" />
      </nav>
      <div className={styles.fact}>
        <h1>{amount}</h1>
        <StatusMark status={sessionWords[status]} />
      </div>
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
    </header>
  );
}
