import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { readSubscriptionListView, subscriptionsHref } from '#addresses/subscriptions.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { readTimeZone } from '#server/read-time-zone.ts';
import { SubscriptionList } from '#subscriptions/subscription-list.tsx';
import { subscriptionListInput } from '#subscriptions/subscription-list-input.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('subscriptions');
  return { title: t('title') };
}

export default async function SubscriptionsPage({
  params,
  searchParams,
}: PageProps<'/[mode]/subscriptions'>) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readSubscriptionListView(query);
  const input = subscriptionListInput(view, await readTimeZone());
  const page = await fetchQueries(mode, ({ subscriptions }) =>
    subscriptions.listOverviews.fetch(input),
  );
  if (view.older && page.data.length === 0 && !page.has_more) {
    redirect(subscriptionsHref(mode, { ...view, older: undefined }));
  }
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <SubscriptionList input={input} view={view} />
    </HydrateQueries>
  );
}
