import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import {
  readSubscriptionListView,
  subscriptionListInput,
  subscriptionsHref,
} from '#subscriptions/search-params.ts';
import { SubscriptionList } from '#subscriptions/subscription-list.tsx';

export const metadata: Metadata = { title: 'Subscriptions' };

export default async function SubscriptionsPage({ searchParams }: PageProps<'/subscriptions'>) {
  const view = readSubscriptionListView(await searchParams);
  const page = await fetchQueries(({ subscriptions }) =>
    subscriptions.list.fetch(subscriptionListInput(view)),
  );
  if (view.older && page.data.length === 0) redirect(subscriptionsHref());
  return (
    <HydrateQueries>
      <SubscriptionList view={view} />
    </HydrateQueries>
  );
}
