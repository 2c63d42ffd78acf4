'use client';

import { useMoney } from '@parley/ui/components';
import { SessionItems } from '#attention/session-items.tsx';
import { Columns, useTitle } from '#details/detail-page.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { trpc } from '#trpc/client.ts';
import { Attempts } from './attempts.tsx';
import { Cart } from './cart.tsx';
import { Charges } from './charges.tsx';
import { Conflict } from './conflict.tsx';
import { getRefreshInterval } from './next-action.ts';
import { Payments } from './payments.tsx';
import { RelatedSessions } from './related-sessions.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionHeadline } from './session-headline.tsx';
import { formatSessionTitle } from './session-timeline.ts';
import { Timeline } from './timeline.tsx';

interface SessionPageProps {
  readonly id: string;
  /** The origin of the API. */
  readonly apiUrl: string;
}

/** Everything about one session. */
export function SessionPage({ id, apiUrl }: SessionPageProps) {
  const [timeline] = trpc.sessions.getTimeline.useSuspenseQuery(
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        data === undefined
          ? false
          : getRefreshInterval(data.session.status, data.session.actionable_next_step),
    },
  );
  useTitle(formatSessionTitle(useStatusLabels(), useMoney(), timeline));
  const { session, attempts, payments } = timeline;
  return (
    <>
      <SessionHeadline timeline={timeline} />
      <Columns
        main={
          <>
            <SessionItems sessionId={session.id} />
            {session.actionable_next_step === 'resolve_conflict' && (
              <Conflict timeline={timeline} />
            )}
            <Charges session={session} />
            <Timeline timeline={timeline} />
            <Cart timeline={timeline} />
            <Payments payments={payments} />
            <Attempts attempts={attempts} />
            <RelatedSessions session={session} />
          </>
        }
        side={<SessionFacts apiUrl={apiUrl} timeline={timeline} />}
      />
    </>
  );
}
