import type { Metadata } from 'next';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { formatSubscriptionTitle } from '#subscriptions/format-subscription.ts';
import { SubscriptionPage } from '#subscriptions/subscription-page.tsx';

type Props = PageProps<'/subscriptions/[id]'>;

const fetchSubscription = (id: string) =>
  fetchQueries(({ subscriptions }) => subscriptions.get.fetch({ id }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: formatSubscriptionTitle(await fetchSubscription((await params).id)) };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  await fetchSubscription(id);
  return (
    <HydrateQueries>
      <SubscriptionPage id={id} />
    </HydrateQueries>
  );
}
