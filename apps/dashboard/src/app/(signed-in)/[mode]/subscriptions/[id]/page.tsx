import type { Mode } from '@parley/domain';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { statusLabels } from '#messages/status-labels.ts';
import { readMode } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { formatSubscriptionTitle } from '#subscriptions/format-subscription.ts';
import { SubscriptionPage } from '#subscriptions/subscription-page.tsx';

type Props = PageProps<'/[mode]/subscriptions/[id]'>;

const fetchSubscription = (mode: Mode, id: string) =>
  fetchQueries(mode, ({ subscriptions }) => subscriptions.get.fetch({ id }));

const fetchInvoices = (mode: Mode, id: string) =>
  fetchQueries(mode, ({ subscriptions }) => subscriptions.listInvoices.fetch({ id }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const mode = await readMode(params);
  const labels = statusLabels(await getTranslations('status'));
  const subscription = await fetchSubscription(mode, (await params).id);
  return { title: formatSubscriptionTitle(labels, subscription) };
}

export default async function Page({ params }: Props) {
  const mode = await readMode(params);
  const { id } = await params;
  await Promise.all([fetchSubscription(mode, id), fetchInvoices(mode, id)]);
  return (
    <HydrateQueries mode={mode}>
      <SubscriptionPage id={id} />
    </HydrateQueries>
  );
}
