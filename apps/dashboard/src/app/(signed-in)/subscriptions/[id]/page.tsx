import { getSubscriptionStatusLabel } from '@parley/ui/subscription-status';
import type { Metadata } from 'next';
import { cache } from 'react';
import columns from '../../../../detail/columns.module.css';
import { ask } from '../../../../server/ask.ts';
import { KeepFresh } from '../../../../shell/keep-fresh.tsx';
import { Diagnostic } from '../../../../subscriptions/diagnostic.tsx';
import { Items } from '../../../../subscriptions/items.tsx';
import { SubscriptionFacts } from '../../../../subscriptions/subscription-facts.tsx';
import { SubscriptionHeadline } from '../../../../subscriptions/subscription-headline.tsx';

type Props = PageProps<'/subscriptions/[id]'>;

const REFRESH_SECONDS = 10;

const findSubscription = cache((id: string) => ask((caller) => caller.subscriptions.get({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { buyer_reference, status } = await findSubscription((await params).id);
  return { title: `${buyer_reference} ${getSubscriptionStatusLabel(status).label}` };
}

export default async function SubscriptionPage({ params }: Props) {
  const subscription = await findSubscription((await params).id);
  return (
    <>
      {!subscription.ended_at && <KeepFresh seconds={REFRESH_SECONDS} />}
      <SubscriptionHeadline subscription={subscription} />
      <div className={columns.columns}>
        <div className={columns.story}>
          <Items items={subscription.items} />
          <Diagnostic subscription={subscription} />
        </div>
        <SubscriptionFacts subscription={subscription} />
      </div>
    </>
  );
}
