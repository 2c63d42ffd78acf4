import { hasPermission } from '@parley/router/permissions';
import { money } from '@parley/ui/money';
import { sessionStatusLabels } from '@parley/ui/status';
import type { Metadata } from 'next';
import { cache } from 'react';
import styles from '../../../../detail/columns.module.css';
import { ask } from '../../../../server/ask.ts';
import { findColleagues, requirePerson } from '../../../../server/person.ts';
import { KeepFresh } from '../../../../shell/keep-fresh.tsx';
import { lookAgainAfter } from '../../../../story/advice.ts';
import { Attempts } from '../../../../story/attempts.tsx';
import { Cart } from '../../../../story/cart.tsx';
import { Conflict } from '../../../../story/conflict.tsx';
import { Events } from '../../../../story/events.tsx';
import { Facts } from '../../../../story/facts.tsx';
import { SessionHeadline } from '../../../../story/headline.tsx';
import { Timeline } from '../../../../story/timeline.tsx';

type Props = PageProps<'/sessions/[id]'>;

const findStory = cache((id: string) => ask((caller) => caller.sessions.getTimeline({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { session } = await findStory((await params).id);
  const { amount_minor: amountMinor, currency } = session.final;
  return {
    title: `${money({ amountMinor, currency })} ${sessionStatusLabels[session.status].label}`,
  };
}

export default async function SessionPage({ params }: Props) {
  const story = await findStory((await params).id);
  const { userId, merchantId, role } = await requirePerson();
  const names = await findColleagues(merchantId);
  const recurring = story.attempts.some((attempt) => attempt.commercial_mode !== 'one_time');
  const subscriptions = recurring
    ? await ask((caller) => caller.subscriptions.listBySession({ id: story.session.id }))
    : [];
  const seconds = lookAgainAfter(story.session.status);
  return (
    <>
      {seconds !== null && <KeepFresh seconds={seconds} />}
      <SessionHeadline
        mayCancel={hasPermission(role, 'settle')}
        mayReport={hasPermission(role, 'integrate')}
        story={story}
      />
      <div className={styles.columns}>
        <div className={styles.story}>
          {story.session.status === 'payment_conflicted' && (
            <Conflict mayResolve={hasPermission(role, 'settle')} story={story} />
          )}
          <Timeline cast={{ readerId: userId, names }} story={story} />
          <Cart story={story} />
          <Attempts attempts={story.attempts} />
          <Events events={story.events} />
        </div>
        <Facts story={story} subscriptions={subscriptions} />
      </div>
    </>
  );
}
