'use client';

import { Columns } from '#details/detail-page.tsx';
import { useTitle } from '#shell/use-title.ts';
import { trpc } from '#trpc/client.ts';
import { Attempts } from './attempts.tsx';
import { Cart } from './cart.tsx';
import { Conflict } from './conflict.tsx';
import { refreshInterval } from './next-action.ts';
import { SessionEvents } from './session-events.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionHeadline } from './session-headline.tsx';
import { formatSessionTitle } from './session-timeline.ts';
import { Timeline } from './timeline.tsx';

/** Everything about one session. */
export function SessionPage({ id }: { readonly id: string }) {
  const [timeline] = trpc.sessions.getTimeline.useSuspenseQuery(
    { id },
    {
      refetchInterval: ({ state: { data } }) =>
        data === undefined ? false : refreshInterval(data.session.status),
    },
  );
  useTitle(formatSessionTitle(timeline));
  const { session, attempts, events } = timeline;
  return (
    <>
      <SessionHeadline timeline={timeline} />
      <Columns
        main={
          <>
            {session.status === 'payment_conflicted' && <Conflict timeline={timeline} />}
            <Timeline timeline={timeline} />
            <Cart timeline={timeline} />
            <Attempts attempts={attempts} />
            <SessionEvents events={events} />
          </>
        }
        side={<SessionFacts timeline={timeline} />}
      />
    </>
  );
}
